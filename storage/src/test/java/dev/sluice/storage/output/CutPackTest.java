package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packs are a function of the records and change nothing of what is read. */
class CutPackTest {
  private static final int CUTS = 2 * CutPack.RECORDS + 7;
  private static final List<String> PATHS = List.of("a/0.parquet", "a/\n1.parquet");

  @TempDir Path root;
  private Path directory;
  private OutputLayout layout;
  private Publication publication;

  @BeforeEach
  void setUp() {
    layout = new OutputLayout(root, "en", true);
    directory = layout.cuts("topic", 0);
    publication = new Publication(layout.temporary("test", root));
  }

  private static CutRecord record(int number, Random random) {
    String dump = "CC-MAIN-2024-" + (10 + random.nextInt(5));
    TreeMap<String, Long> sequences = new TreeMap<>(Map.of(dump, (long) number));
    List<EndedUnit> ended = new ArrayList<>();
    if (random.nextInt(10) == 0) {
      ended.add(
          new EndedUnit(
              dump + "#" + number,
              InputList.of(PATHS).apart(),
              new TreeMap<>(),
              new TreeMap<>(
                  Map.of(dump, new TreeMap<>(Map.of("", new TreeMap<>(Map.of("rows", 7L)))))),
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeMap<>()));
    }
    return RecordCopy.with(
        CutRecord.none("topic", 0, "cluster", "id"),
        "number",
        number,
        "nextOffset",
        10L * number,
        "ordinal",
        number,
        "sequences",
        sequences,
        "files",
        List.of(new CutFile("en/3.0/a/" + number + ".parquet", "3.0", dump, 1, 2, 3, "00")),
        "ended",
        ended,
        "rows",
        new TreeMap<>(Map.of("a#1", new TreeMap<>(Map.of(dump, 1L)))));
  }

  private List<CutRecord> append(int cuts) throws IOException {
    Random random = new Random(7);
    Files.createDirectories(directory);
    List<CutRecord> records = new ArrayList<>();
    for (int number = 1; number <= cuts; number++) {
      CutRecord record = record(number, random);
      Files.write(directory.resolve(number + ".json"), Json.write(record));
      records.add(record);
    }
    return records;
  }

  private void pack() throws IOException {
    new CutLog(directory).pack(publication);
  }

  private List<Path> packs() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  @Test
  void shouldReadTheSameFromPacksAsFromRecords() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();

    assertThat(packs())
        .extracting(Path::getFileName)
        .map(Path::toString)
        .containsExactly("1-64.jsonl", "65-128.jsonl");
    assertThat(new CutLog(directory).read()).isEqualTo(records);
    spoil("3.json");
    assertThat(new CutLog(directory).read()).as("not read one by one").isEqualTo(records);
  }

  @Test
  void shouldContinueAfterPacks() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();
    CutLog log = new CutLog(directory);
    assertThat(log.glance()).isEqualTo(records);

    CutRecord next = record(CUTS + 1, new Random(1));
    log.append(next, publication);

    assertThat(log.glance()).hasSize(CUTS + 1).last().isEqualTo(next);
  }

  private void spoil(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(directory.resolve(name));
    bytes[bytes.length / 2] ^= 1;
    Files.write(directory.resolve(name), bytes);
  }

  @Test
  void shouldMakeADamagedPackAgainFromTheRecords() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();
    byte[] first = Files.readAllBytes(directory.resolve("1-64.jsonl"));
    byte[] second = Files.readAllBytes(directory.resolve("65-128.jsonl"));
    for (int length : new int[] {0, 1, 100, first.length - 1}) {
      Files.write(directory.resolve("1-64.jsonl"), Arrays.copyOf(first, length));
      spoil("65-128.jsonl");

      assertThat(new CutLog(directory).read()).isEqualTo(records);
      pack();

      assertThat(directory.resolve("1-64.jsonl")).hasBinaryContent(first);
      assertThat(directory.resolve("65-128.jsonl")).hasBinaryContent(second);
    }
  }

  @Test
  void shouldNoticeEveryChangeOfItsFirstLine() throws IOException {
    List<CutRecord> records = append(CutPack.RECORDS);
    pack();
    Path file = directory.resolve("1-64.jsonl");
    byte[] right = Files.readAllBytes(file);
    assertThat(CutPack.read(file, 1)).isEqualTo(records);
    for (int at = 0; right[at] != '\n'; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] wrong = right.clone();
        wrong[at] ^= (byte) (1 << bit);
        Files.write(file, wrong);
        assertThatThrownBy(() -> CutPack.read(file, 1))
            .as("byte %d, bit %d", at, bit)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void shouldReportWhichPacksDoNotHoldTheirRecords() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();
    assertThat(new CutLog(directory).wrongPacks()).isEmpty();
    Path second = directory.resolve("65-128.jsonl");

    CutRecord other = record(70, new Random(8));
    Files.write(directory.resolve("70.json"), Json.write(other));
    assertThat(new CutLog(directory).read()).as("the pack is read").isEqualTo(records);
    assertThat(new CutLog(directory).wrongPacks()).containsExactly(second);

    Files.delete(second);
    assertThat(new CutLog(directory).wrongPacks()).isEmpty();
  }

  @Test
  void shouldMakeAMissingPackAgain() throws IOException {
    append(CUTS);
    pack();
    byte[] second = Files.readAllBytes(directory.resolve("65-128.jsonl"));
    Files.delete(directory.resolve("65-128.jsonl"));

    pack();

    assertThat(directory.resolve("65-128.jsonl")).hasBinaryContent(second);
  }

  @Test
  void shouldNotTakeAPackForRecordsThatAreGone() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();
    for (int number = 100; number <= CUTS; number++) {
      Files.delete(directory.resolve(number + ".json"));
    }

    assertThat(new CutLog(directory).read()).isEqualTo(records.subList(0, 99));
  }

  @Test
  void shouldNotTakeAPackForAnotherOne() throws IOException {
    List<CutRecord> records = append(CUTS);
    pack();
    Files.copy(
        directory.resolve("1-64.jsonl"),
        directory.resolve("65-128.jsonl"),
        StandardCopyOption.REPLACE_EXISTING);

    assertThat(new CutLog(directory).read()).isEqualTo(records);
  }
}
