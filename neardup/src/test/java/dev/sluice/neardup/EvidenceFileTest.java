package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
  @TempDir private Path directory;
  private int spills;

  private Publication publication() {
    return new Publication(directory.resolve("tmp"));
  }

  private static List<Match> read(Path file) throws IOException {
    List<Match> matches = new ArrayList<>();
    EvidenceFile.read(file, matches::add);
    return matches;
  }

  /** Decides units in batches that end anywhere. */
  private Map<String, byte[]> decide(String name, int batches, int threads) throws Exception {
    TestingDocuments made = new TestingDocuments(11);
    Random random = new Random(batches);
    Path evidence = directory.resolve(name).resolve("evidence");
    Path root = directory.resolve(name).resolve("signatures");
    try (SignatureStore store =
            SignatureStore.open(root, root, publication(), Optional.of(evidence));
        WorkerPool pool = new WorkerPool("matcher", threads)) {
      for (String unit : List.of("one", "two")) {
        List<Waiting> documents = made.unit(unit, 900);
        int from = 0;
        for (int batch = 1; batch <= batches; batch++) {
          boolean last = batch == batches;
          int to = last ? 900 : Math.min(900, from + 1 + random.nextInt(1800 / batches));
          if (last || to > from) {
            decide(store, pool, unit, documents.subList(from, to), last);
          }
          from = to;
        }
      }
      List<Match> expected = new ArrayList<>();
      store.matches(expected::add);
      assertThat(expected).hasSizeGreaterThan(300);
      List<Match> found = new ArrayList<>();
      for (Path file : files(evidence)) {
        found.addAll(read(file));
      }
      assertThat(found.stream().map(EvidenceFileTest::rounded).toList())
          .isEqualTo(expected.stream().map(EvidenceFileTest::rounded).toList());
    }
    Map<String, byte[]> bytes = new HashMap<>();
    for (Path file : files(evidence)) {
      bytes.put(file.getFileName().toString(), Files.readAllBytes(file));
    }
    return bytes;
  }

  private void decide(
      SignatureStore store, WorkerPool pool, String unit, List<Waiting> documents, boolean last)
      throws Exception {
    try (SignatureBatch batch =
        new SignatureBatch(directory.resolve("spill" + spills++), TextSigner.KEYS)) {
      for (Waiting each : documents) {
        each.addTo(batch);
      }
      Frontier frontier = last ? Frontier.END : after(documents);
      new Matcher(store, pool, (one, kept) -> one.in(kept, 0.95))
          .decide(batch, batch.before(frontier), new Position(unit, frontier, "", 0), Guard.OFF);
    }
  }

  private static Frontier after(List<Waiting> documents) {
    DocumentOrigin last = documents.get(documents.size() - 1).origin();
    return new Frontier(last.file(), last.row() + 1, false);
  }

  private static List<Path> files(Path evidence) throws IOException {
    try (Stream<Path> files = Files.list(evidence)) {
      return files.sorted().toList();
    }
  }

  private static String rounded(Match match) {
    Containment found = match.containment();
    return "%s %s %s %.4f %.4f %.4f"
        .formatted(
            match.document(),
            match.kept(),
            found.rule(),
            found.share(),
            found.error(),
            found.similarity());
  }

  /** Evidence is content: an output cannot be continued with another least share. */
  @Test
  void shouldShowWhatTheConstantsOfAnOutputSay() {
    assertThat(NearDedup.CONSTANTS).endsWith("; rejected from " + EvidenceFile.LEAST_SHOWN);
  }

  @Test
  void shouldHoldTheMatchesOfEachUnitInTheSameBytesHoweverBatchesFall() throws Exception {
    Map<String, byte[]> expected = decide("whole", 1, 1);
    assertThat(expected).hasSize(2);
    for (int batches : new int[] {2, 9, 30}) {
      Map<String, byte[]> bytes = decide("batches" + batches, batches, 3);
      assertThat(bytes).containsOnlyKeys(expected.keySet());
      expected.forEach((name, file) -> assertThat(bytes.get(name)).isEqualTo(file));
    }
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  private static Match match(int number, Rule rule) {
    DocumentOrigin document =
        new DocumentOrigin("files/ä\n" + number, number, "id\"" + number, "dump", "");
    DocumentOrigin kept = new DocumentOrigin("f", Long.MAX_VALUE, "\uD83D\uDE00", "", "3.0");
    return new Match(document, kept, new Containment(rule, 0.9375, 0.5, 1));
  }

  @Test
  void shouldReturnWhatWasWritten() throws Exception {
    List<Match> matches = new ArrayList<>();
    Path file = directory.resolve("some/clusters.parquet");
    try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
      for (int i = 0; i < 200_000; i++) { // several row groups
        matches.add(match(i, Rule.values()[i % 3]));
        writer.add(matches.get(i));
      }
      writer.publish(file);
    }
    assertThat(read(file)).isEqualTo(matches);
  }

  @Test
  void shouldPublishAFileWithoutRowsAndNotReplaceAnother() throws Exception {
    Path file = directory.resolve("e.parquet");
    for (int round = 0; round < 2; round++) { // the second time, it is there with the same bytes
      try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
        writer.publish(file);
      }
    }
    assertThat(read(file)).isEmpty();
    try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
      writer.add(match(1, Rule.COPY));
      assertThatThrownBy(() -> writer.publish(file)).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void shouldRefuseDamagedFilesAndOtherColumns() throws Exception {
    Path file = directory.resolve("e.parquet");
    try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
      writer.add(match(1, Rule.COPY));
      writer.publish(file);
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(file.toString());
    String renamed = new String(bytes, ISO_8859_1);
    Files.write(file, renamed.replace("jaccard", "jackard").getBytes(ISO_8859_1));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("has the columns")
        .hasMessageContaining("jackard");
  }
}
