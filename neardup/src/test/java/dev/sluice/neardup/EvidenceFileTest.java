package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
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
            match.document() + match.document().dump() + match.document().bucket(),
            match.kept() + match.kept().dump() + match.kept().bucket(),
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
  void shouldPublishAFileWithoutRowsAndReplaceIt() throws Exception {
    Path file = directory.resolve("e.parquet");
    for (int round = 0; round < 2; round++) { // the second time, it is there with the same bytes
      try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
        writer.publish(file);
      }
    }
    assertThat(read(file)).isEmpty();
    try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of())) {
      writer.add(match(1, Rule.COPY));
      writer.publish(file);
    }
    assertThat(read(file)).hasSize(1);
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

  /** Rows that no writer of Sluice writes, each with one value that is out of its range. */
  @Test
  void shouldRefuseValuesOutOfTheirRange() throws Exception {
    List<String> sound =
        List.of("a", "d", "b", "f", "7", "k", "d", "b", "f", "0", "contained", "1", "0", "1");
    Map<Integer, List<String>> wrong =
        Map.of(
            4, List.of("-1", "-9223372036854775808"),
            9, List.of("-1"),
            10, List.of("", "COPY", "rejected"),
            11, List.of("1.5", "-0.1", "NaN", "Infinity"),
            12, List.of("-1", "2", "NaN"),
            13, List.of("1.01", "-Infinity"));
    write(directory.resolve("sound.parquet"), sound, Map.of());
    assertThat(read(directory.resolve("sound.parquet"))).hasSize(2);
    for (Map.Entry<Integer, List<String>> column : wrong.entrySet()) {
      for (String value : column.getValue()) {
        List<String> values = new ArrayList<>(sound);
        values.set(column.getKey(), value);
        Path file = directory.resolve("column" + column.getKey() + value + ".parquet");
        write(file, values, Map.of());
        assertThatThrownBy(() -> read(file))
            .as("column %s: %s", column.getKey(), value)
            .isInstanceOf(SourceFormatException.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining("row 1");
      }
    }
  }

  /** A row that is sound, then another one. */
  private void write(Path file, List<String> second, Map<String, String> entries) throws Exception {
    TableFormat format =
        new TableFormat(
            EvidenceFile.SCHEMA, Set.of(), entries, TableFormat.LEVEL, TableFormat.PAGE_BYTES);
    try (TableWriter table = new TableWriter(format, file)) {
      TableRowGroup group = new TableRowGroup(format);
      RecordBuffer record = new RecordBuffer();
      EvidenceFile.encode(match(0, Rule.COPY), record);
      group.write(record.bytes(), 0, record.length());
      record.clear();
      for (int column = 0; column < second.size(); column++) {
        if (column == 4 || column == 9) {
          record.int64(Long.parseLong(second.get(column)));
        } else if (column > 10) {
          record.int32(Float.floatToIntBits(Float.parseFloat(second.get(column))));
        } else {
          byte[] utf8 = second.get(column).getBytes(UTF_8);
          record.variable(utf8, 0, utf8.length);
        }
      }
      group.write(record.bytes(), 0, record.length());
      group.finish();
      table.append(group);
      table.complete();
    }
  }

  @Test
  void shouldReturnTheKeptGroupsThatWereWritten() throws Exception {
    Path file = directory.resolve("e.parquet");
    List<String> groups = List.of("bucket:3.0", "directory:a\nb", "directory:ä \"c\"");
    try (EvidenceWriter writer = new EvidenceWriter(publication(), groups)) {
      writer.publish(file);
    }
    assertThat(EvidenceFile.keptGroups(file)).isEqualTo(groups);
    for (String entry : List.of("no group", "[\"no group\"]", "[1", "{}", "null", "[null]", "")) {
      Path other = directory.resolve("entry" + entry.hashCode() + ".parquet");
      write(
          other,
          List.of("a", "d", "b", "f", "7", "k", "d", "b", "f", "0", "contained", "1", "0", "1"),
          Map.of(EvidenceFile.KEPT_GROUPS, entry));
      assertThatThrownBy(() -> EvidenceFile.keptGroups(other))
          .as(entry)
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining(other.toString());
    }
  }

  /** Whatever byte is damaged: the rows are some that could be written, or the file is refused. */
  @Test
  void shouldReadOrRefuseAFileWithADamagedByte() throws Exception {
    Path file = directory.resolve("e.parquet");
    List<Match> matches = List.of(match(1, Rule.COPY), match(2, Rule.CONTAINED));
    try (EvidenceWriter writer = new EvidenceWriter(publication(), List.of("bucket:3.0"))) {
      for (Match match : matches) {
        writer.add(match);
      }
      writer.publish(file);
    }
    byte[] sound = Files.readAllBytes(file);
    Path damaged = directory.resolve("damaged.parquet");
    int refused = 0;
    int same = 0;
    for (int at = 0; at < sound.length; at++) {
      byte[] bytes = sound.clone();
      bytes[at] ^= (byte) (1 << at % 8);
      Files.write(damaged, bytes);
      try {
        same += read(damaged).equals(matches) ? 1 : 0;
        EvidenceFile.keptGroups(damaged);
      } catch (SourceFormatException e) {
        assertThat(e).hasMessageContaining(damaged.toString());
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(sound.length / 4);
    assertThat(same).isGreaterThan(sound.length / 8);
  }

  /** A matcher was killed between the evidence and the last file, and another version follows. */
  @Test
  void shouldReplaceTheEvidenceOfAUnitThatHasNotEnded() throws Exception {
    Map<String, byte[]> expected = decide("whole", 1, 1);
    for (int attempt = 0; attempt < 2; attempt++) {
      Path evidence = Files.createDirectories(directory.resolve("again" + attempt + "/evidence"));
      for (String name : expected.keySet()) {
        byte[] other = expected.get(name).clone();
        Files.write(evidence.resolve(name), attempt == 0 ? new byte[] {1} : other);
      }
      Map<String, byte[]> bytes = decide("again" + attempt, 3, 1);
      expected.forEach((name, file) -> assertThat(bytes.get(name)).isEqualTo(file));
    }
  }

  /** Lost, damaged, or replaced late by a matcher that was suspended and made other decisions. */
  @Test
  void shouldRestoreTheEvidenceOfAUnitThatHasEnded() throws Exception {
    Map<String, byte[]> expected = decide("whole", 3, 1);
    Path evidence = directory.resolve("whole/evidence");
    List<Path> files = files(evidence);
    List<EvidenceChange> changes =
        List.of(
            Files::delete,
            file -> Files.write(file, new byte[] {1}),
            file -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 1_000)),
            file -> replace(file, read(file).subList(1, 2), List.of()),
            file -> replace(file, read(file), List.of("directory:a")));
    for (EvidenceChange change : changes) {
      for (Path file : files) {
        change.make(file);
      }
      Path root = directory.resolve("whole/signatures");
      SignatureStore.open(root, root, publication(), Optional.of(evidence)).close();
      assertThat(files(evidence)).isEqualTo(files);
      for (Path file : files) {
        assertThat(file).hasBinaryContent(expected.get(file.getFileName().toString()));
      }
    }
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  private interface EvidenceChange {
    void make(Path file) throws IOException;
  }

  private void replace(Path file, List<Match> matches, List<String> keptGroups) throws IOException {
    try (EvidenceWriter writer = new EvidenceWriter(publication(), keptGroups)) {
      for (Match match : matches) {
        writer.add(match);
      }
      writer.publish(file);
    }
  }

  /** Until the last file is there, nothing says which documents are removed in all. */
  @Test
  void shouldNotWriteEvidenceOfUnitsThatHaveNotEndedOrAreForgotten() throws Exception {
    Path evidence = directory.resolve("evidence");
    Path root = directory.resolve("signatures");
    TestingDocuments made = new TestingDocuments(11);
    try (SignatureStore store =
            SignatureStore.open(root, root, publication(), Optional.of(evidence));
        WorkerPool pool = new WorkerPool("matcher", 1)) {
      decide(store, pool, "one", made.unit("one", 900), true);
      decide(store, pool, "two", made.unit("two", 900), false);
      store.forget("reset", List.of("one"), "", 0);
    }
    Files.delete(files(evidence).get(0));
    SignatureStore.open(root, root, publication(), Optional.of(evidence)).close();
    assertThat(files(evidence)).isEmpty();
  }
}
