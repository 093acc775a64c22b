package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutLogTest {
  @TempDir Path root;
  private Path directory;
  private Publication publication;
  private CutLog log;

  @BeforeEach
  void setUp() throws IOException {
    directory = root.resolve("cuts/topic/0");
    publication = new Publication(root.resolve("tmp"));
    log = new CutLog(directory);
  }

  private static CutRecord record(long number, long nextOffset) {
    TreeMap<String, Long> sequences = new TreeMap<>();
    sequences.put("CC-MAIN-2024-10", number);
    return RecordCopy.with(
        CutRecord.none("topic", 0, "cluster", "id"),
        "number",
        number,
        "nextOffset",
        nextOffset,
        "ordinal",
        nextOffset,
        "sequences",
        sequences,
        "files",
        List.of(new CutFile("en/3.0/a/0.parquet", "3.0", "a", 1, 2, 3, "00")),
        "ended",
        List.of(
            new EndedUnit(
                "a#1",
                InputList.of(List.of("a/0.parquet")).apart(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>())),
        "rows",
        new TreeMap<>(Map.of("a#1", new TreeMap<>(Map.of("a", 1L)))));
  }

  @Test
  void shouldBeEmptyBeforeTheFirstCut() throws IOException {
    assertThat(log.read()).isEmpty();
    assertThat(log.last()).isEmpty();
    assertThat(directory).doesNotExist();
  }

  @Test
  void shouldGiveBackWhatWasAppended() throws IOException {
    log.append(record(1, 10), publication);
    log.append(record(2, 20), publication);

    assertThat(log.read()).containsExactly(record(1, 10), record(2, 20));
    assertThat(new CutLog(directory).last()).contains(record(2, 20));
  }

  @Test
  void shouldSeeWhatOthersAppendWithoutReadingTheRestAgain() throws IOException {
    log.append(record(1, 10), publication);
    assertThat(log.read()).hasSize(1);
    Files.delete(directory.resolve("1.json"));

    new CutLog(directory).append(record(2, 20), publication);

    assertThat(log.read()).containsExactly(record(1, 10), record(2, 20));
  }

  @Test
  void shouldSeeTheSameAtAGlance() throws IOException {
    assertThat(log.glance()).isEmpty();
    new CutLog(directory).append(record(1, 10), publication);

    assertThat(log.glance()).isEqualTo(log.read()).containsExactly(record(1, 10));
  }

  @Test
  void shouldTakeTheSameRecordTwiceAndRefuseAnother() throws IOException {
    log.append(record(1, 10), publication);
    log.append(record(1, 10), publication);

    assertThatThrownBy(() -> log.append(record(1, 11), publication))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(directory.resolve("1.json").toString());
    assertThat(log.read()).containsExactly(record(1, 10));
  }

  @Test
  void shouldNotMindForeignAndHiddenFiles() throws IOException {
    log.append(record(1, 10), publication);
    Files.writeString(directory.resolve(".2.json.tmp"), "{");
    Files.writeString(directory.resolve("notes"), "mine");

    assertThat(new CutLog(directory).read()).containsExactly(record(1, 10));
  }

  @Test
  void shouldRefuseARecordOfANewerVersion() throws IOException {
    log.append(record(1, 10), publication);
    Path file = directory.resolve("1.json");
    Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 3"));

    assertThatThrownBy(() -> new CutLog(directory).read())
        .hasMessageStartingWith(
            file
                + " is not readable: a cut record has format 3, but this version of Sluice"
                + " reads only format 1 to 2; use the newer version that wrote it.");
  }

  @Test
  void shouldNameARecordThatIsNotReadable() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("1.json"), "{\"format\": 1, ");

    assertThatThrownBy(log::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.resolve("1.json") + " is not readable");
  }
}
