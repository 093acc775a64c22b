package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.TestingParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
  private DuplicateMethod method = method("minhash");
  private Keep keep = Keep.FIRST;
  private Optional<Path> temporary = Optional.empty();

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), 24);
    Files.copy(input.resolve("d0/000.jsonl"), input.resolve("d1/copy.jsonl"));
    output = directory.resolve("out");
  }

  private static DuplicateMethod method(String name) {
    return switch (name) {
      case "minhash" -> method(Kind.MINHASH, TextUnit.DOCUMENT);
      case "simhash" -> method(Kind.SIMHASH, TextUnit.DOCUMENT);
      case "exact" -> method(Kind.EXACT, TextUnit.DOCUMENT);
      default -> method(Kind.EXACT, TextUnit.PARAGRAPH);
    };
  }

  private static DuplicateMethod method(Kind kind, TextUnit unit) {
    return new DuplicateMethod(kind, 0.9, TextNormalisation.WHITESPACE, unit);
  }

  private NearDuplicateRequest request() {
    return new NearDuplicateRequest(
        List.of(input.toString()),
        output,
        temporary,
        new DocumentColumns("text", "id", 1 << 20),
        method,
        keep,
        "score",
        1,
        2,
        512L << 20);
  }

  private JsonNode part(int number, int of) throws Exception {
    return NearDuplicateJob.run(request(), TestingParts.task(number, of), JobProgress.NONE)
        .report();
  }

  @ParameterizedTest
  @CsvSource({
    "minhash, 1, FIRST",
    "minhash, 64, HIGHEST_SCORE",
    "exact, 5, HIGHEST_SCORE",
    "simhash, 3, LONGEST",
    "exact, 7, FIRST",
    "paragraphs, 6, FIRST"
  })
  void shouldWriteWhatOneProcessWrites(String name, int parts, Keep rule) throws Exception {
    method = method(name);
    keep = rule;
    Path whole = directory.resolve("whole");
    JsonNode expected = NearDuplicateJob.run(request().into(whole), JobProgress.NONE).report();
    TestingParts.inAnyOrder(parts, task -> NearDuplicateJob.run(request(), task, JobProgress.NONE));
    JobOutcome joined = NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE);
    assertThat(joined.report()).isEqualTo(expected);
    String removed = name.equals("paragraphs") ? "units_removed" : "duplicates_removed";
    assertThat(expected.path(removed).asInt()).isGreaterThan(100);
    assertThat(expected.path("quarantined")).hasSize(1);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
    assertThat(
            NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE)
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
            () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("parts 1/3, 3/3 are missing");
    assertThatThrownBy(() -> NearDuplicateJob.run(request(), JobProgress.NONE))
        .hasMessageContaining("holds parts: complete the output with --part and --join");
    part(1, 3);
    part(3, 3);
    method = method("simhash");
    assertThatThrownBy(
            () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("holds parts of a different job");
    method = method("minhash");
    assertThatThrownBy(() -> NearDuplicateJob.join(request(), "other", JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("holds parts made by version test, but this is version other");
    Path signed = output.resolve("_sluice/parts/2-of-3/signed");
    byte[] bytes = Files.readAllBytes(signed);
    bytes[bytes.length / 2]++;
    Files.write(signed, bytes);
    assertThatThrownBy(
            () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("signed cannot be read")
        .hasMessageContaining(
            "delete its directory and run " + TestingParts.COMMAND + " --part 2/3");
    bytes[bytes.length / 2]--;
    Files.write(signed, bytes);
    assertThat(
            NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE)
                .finishedBefore())
        .isFalse();
  }

  @Test
  void shouldNameAPartWhoseLastDocumentsAreMissing() throws Exception {
    part(1, 2);
    part(2, 2);
    Path signed = output.resolve("_sluice/parts/1-of-2/signed");
    byte[] bytes = Files.readAllBytes(signed);
    for (int cut : new int[] {1, 9, bytes.length}) {
      Files.write(signed, Arrays.copyOf(bytes, bytes.length - cut));
      assertThatThrownBy(
              () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
          .isInstanceOf(JobFailedException.class)
          .hasMessageContaining("signed cannot be read")
          .hasMessageContaining("--part 1/2");
    }
    Files.delete(signed);
    assertThatThrownBy(
            () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("it is missing");
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
    assertThatThrownBy(() -> NearDuplicateJob.join(request(), TestingParts.VERSION, removing, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(temporary.orElseThrow().toString());
  }

  /** A join makes its own temporary files again. */
  @Test
  void shouldNotBlameAPartForWhatTheJoinHasWritten() throws Exception {
    part(1, 1);
    DamagedSpillException damaged =
        new DamagedSpillException(directory.resolve("signatures"), "a checksum differs");
    assertThatThrownBy(
            () ->
                JoinedParts.<String>once(
                    output,
                    "dedup",
                    TestingParts.VERSION,
                    Optional.empty(),
                    Optional::empty,
                    parts -> {
                      new SignedParts(parts)
                          .read(
                              (rank, bytes, offset, length) -> {
                                throw damaged;
                              });
                      return "joined";
                    }))
        .isSameAs(damaged);
  }

  @Test
  void shouldContinueAJoinThatWasStopped() throws Exception {
    Path whole = directory.resolve("whole");
    NearDuplicateJob.run(request().into(whole), JobProgress.NONE);
    for (int number = 1; number <= 4; number++) {
      part(number, 4);
    }
    int stopped = 0;
    for (int after = 1; after < 60; after += 2) {
      try {
        NearDuplicateJob.join(request(), TestingParts.VERSION, stopAfter(after), 1);
      } catch (IllegalStateException e) {
        stopped++;
      }
    }
    assertThat(stopped).isGreaterThan(3);
    NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }

  /** What a stopped join has decided of other signatures is not used by row number. */
  @Test
  void shouldRefuseTheWorkOfAStoppedJoinOfOtherSignatures() throws Exception {
    for (int after = 1; after < 8; after++) {
      int calls = after;
      temporary = Optional.of(Files.createDirectories(directory.resolve("work" + after)));
      method = method("minhash");
      part(1, 1);
      assertThatThrownBy(
              () -> NearDuplicateJob.join(request(), TestingParts.VERSION, stopAfter(calls), 1))
          .hasMessage("stopped");
      FileTree.deleteAll(output);
      method = method("exact");
      part(1, 1);
      assertThatThrownBy(
              () -> NearDuplicateJob.join(request(), TestingParts.VERSION, JobProgress.NONE))
          .as("stopped after %d calls", after)
          .isInstanceOf(JobRefusedException.class)
          .hasMessageContaining("holds unfinished work, and ");
      FileTree.deleteAll(output);
    }
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
