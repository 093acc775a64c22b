package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.MinHashMethod;
import dev.sluice.jobs.dedup.method.SimHashMethod;
import dev.sluice.jobs.dedup.method.TextNormalisation;
import dev.sluice.jobs.dedup.method.TextUnit;
import dev.sluice.jobs.dedup.method.UnitRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.storage.table.TableFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearDuplicatePartsTest {
  @TempDir private Path directory;

  private Path input;
  private Path output;
  private DuplicateMethod method = minHash(false);
  private Survivor survivor = Survivor.FIRST;
  private Optional<Path> temporary = Optional.empty();

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), 24);
    Files.copy(input.resolve("d0/000.jsonl"), input.resolve("d1/copy.jsonl"));
    output = directory.resolve("out");
  }

  private static DuplicateMethod minHash(boolean exact) {
    return new MinHashMethod(
        ShingleUnit.WORDS, 2, new Bands(14, 2), HashFamily.FAST, OptionalDouble.of(0.4), exact);
  }

  private static DuplicateMethod method(String name) {
    return switch (name) {
      case "minhash" -> minHash(false);
      case "sets" -> minHash(true);
      case "simhash" -> new SimHashMethod(ShingleUnit.WORDS, 3, HammingBlocks.forCount(3, 1000));
      case "exact" -> new ExactMethod(TextNormalisation.WORDS);
      default ->
          new ExactMethod(
              TextNormalisation.NONE, Optional.of(new UnitRule(TextUnit.PARAGRAPH, 20)));
    };
  }

  private NearDuplicateRequest request() {
    return new NearDuplicateRequest(
        List.of(input.toString()),
        output,
        temporary,
        new DocumentColumns("text", "id", 1 << 20),
        method,
        ClusterRule.CONNECTED,
        survivor,
        "score",
        TableFormat.LEVEL,
        2,
        512L << 20);
  }

  private JsonNode part(int number, int of) throws Exception {
    return NearDuplicateParts.run(request(), TestingParts.task(number, of), JobProgress.NONE)
        .report();
  }

  @ParameterizedTest
  @CsvSource({
    "minhash, 1, FIRST",
    "minhash, 64, HIGHEST_SCORE",
    "sets, 5, FIRST",
    "simhash, 3, LONGEST",
    "exact, 7, FIRST",
    "paragraphs, 6, FIRST"
  })
  void shouldWriteWhatOneProcessWrites(String name, int parts, Survivor rule) throws Exception {
    method = method(name);
    survivor = rule;
    Path whole = directory.resolve("whole");
    JsonNode expected = NearDuplicateJob.run(request().into(whole), JobProgress.NONE).report();
    TestingParts.inAnyOrder(
        parts, task -> NearDuplicateParts.run(request(), task, JobProgress.NONE));
    NearDuplicateJob.Outcome joined =
        NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE);
    assertThat(joined.report()).isEqualTo(expected);
    String removed = name.equals("paragraphs") ? "units_removed" : "duplicates_removed";
    assertThat(expected.path(removed).asInt()).isGreaterThan(100);
    assertThat(expected.path("quarantined")).hasSize(1);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
    assertThat(
            NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE)
                .finishedBefore())
        .isTrue();
    assertThat(part(1, parts)).isEqualTo(expected);
  }

  @Test
  void shouldNameWhatIsMissingDiffersOrIsDamaged() throws Exception {
    JsonNode first = part(2, 3);
    assertThat(part(2, 3)).isEqualTo(first);
    assertThat(first.path("rows_read").asInt()).isPositive();
    assertThatThrownBy(
            () -> NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("parts 1/3, 3/3 are missing");
    assertThatThrownBy(() -> NearDuplicateJob.run(request(), JobProgress.NONE))
        .hasMessageContaining("holds parts: complete the output with --part and --join");
    part(1, 3);
    part(3, 3);
    method = minHash(true);
    assertThatThrownBy(
            () -> NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("holds parts of a different job");
    method = minHash(false);
    assertThatThrownBy(() -> NearDuplicateParts.join(request(), "other", JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("holds parts made by version test, but this is version other");
    Path signed = output.resolve("_sluice/parts/2-of-3/signed.zst");
    byte[] bytes = Files.readAllBytes(signed);
    bytes[bytes.length / 2]++;
    Files.write(signed, bytes);
    assertThatThrownBy(
            () -> NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("signed.zst cannot be read")
        .hasMessageContaining(
            "delete its directory and run " + TestingParts.COMMAND + " --part 2/3");
    bytes[bytes.length / 2]--;
    Files.write(signed, bytes);
    assertThat(
            NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE)
                .finishedBefore())
        .isFalse();
  }

  /** The number of documents of the first piece becomes the greatest there is. */
  @Test
  void shouldNotTakeDamageForALength() throws Exception {
    part(1, 1);
    Path signed = output.resolve("_sluice/parts/1-of-1/signed.zst");
    byte[] unpacked;
    try (ZstdInputStream in =
        new ZstdInputStream(new ByteArrayInputStream(Files.readAllBytes(signed)))) {
      unpacked = in.readAllBytes();
    }
    ByteBuffer.wrap(unpacked).putInt(1 + Integer.BYTES + Long.BYTES, Integer.MAX_VALUE);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(packed)) {
      out.setChecksum(true);
      out.write(unpacked);
    }
    byte[] bytes = packed.toByteArray();
    bytes[bytes.length - 1]++;
    Files.write(signed, bytes);
    assertThatThrownBy(
            () -> NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("signed.zst cannot be read")
        .hasMessageContaining("checksum");
  }

  @Test
  void shouldNotBlameAPartForWhatTheJoinCannotWrite() throws Exception {
    temporary = Optional.of(directory.resolve("temporary"));
    part(1, 1);
    JobProgress removing =
        new JobProgress() {
          @Override
          public void reached(JobPosition position) {
            try {
              FileTree.deleteAll(temporary.orElseThrow());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    assertThatThrownBy(() -> NearDuplicateParts.join(request(), TestingParts.VERSION, removing, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(temporary.orElseThrow().toString());
  }

  @Test
  void shouldContinueAJoinThatWasStopped() throws Exception {
    Path whole = directory.resolve("whole");
    NearDuplicateJob.run(request().into(whole), JobProgress.NONE);
    for (int number = 1; number <= 4; number++) {
      part(number, 4);
    }
    int stopped = 0;
    for (int after = 1; after < 60; after += 7) {
      try {
        NearDuplicateParts.join(request(), TestingParts.VERSION, stopAfter(after), 1);
      } catch (IllegalStateException e) {
        stopped++;
      }
    }
    assertThat(stopped).isGreaterThan(3);
    NearDuplicateParts.join(request(), TestingParts.VERSION, JobProgress.NONE);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }

  private static JobProgress stopAfter(int calls) {
    AtomicInteger left = new AtomicInteger(calls);
    return new JobProgress() {
      @Override
      public void reached(JobPosition position) {
        if (left.decrementAndGet() == 0) {
          throw new IllegalStateException("stopped");
        }
      }
    };
  }
}
