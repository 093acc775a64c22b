package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakedownLogTest {
  @TempDir Path root;
  private Path directory;
  private Publication publication;

  @BeforeEach
  void setUp() {
    directory = root.resolve("_sluice/takedowns");
    publication = new Publication(root.resolve("tmp"));
  }

  private TakedownLog log() {
    return new TakedownLog(new OutputLayout(root, "en", true));
  }

  private static TakedownList list(String... ids) {
    TakedownList.Builder list = new TakedownList.Builder();
    for (String id : ids) {
      list.id(id.getBytes(UTF_8));
    }
    return list.build();
  }

  private TakedownRecord append(TakedownLog log, String... ids) throws IOException {
    return log.append(list(ids), "request 7", "url", publication);
  }

  @Test
  void shouldReadWhatOthersAdd() throws IOException {
    TakedownLog reader = log();
    assertThat(reader.read()).isEmpty();
    assertThat(reader.glance()).isEmpty();
    assertThat(reader.union(List.of()).isEmpty()).isTrue();

    TakedownRecord first = append(log(), "a", "b");
    assertThat(reader.glance()).containsExactly(first);
    TakedownRecord second = append(log(), "b", "c");
    assertThat(reader.read()).containsExactly(first, second);

    assertThat(first.number()).isEqualTo(1);
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.union().count()).isEqualTo(3);
    assertThat(reader.list(second).bytes()).isEqualTo(list("c", "b").bytes());
    assertThat(reader.union(reader.read()).bytes()).isEqualTo(list("a", "b", "c").bytes());
    assertThat(reader.union(List.of(first)).bytes()).isEqualTo(list("a", "b").bytes());
  }

  @Test
  void shouldWriteTheDocumentedRecord() throws IOException {
    append(log(), "a");

    String sha256 = list("a").sha256();
    assertThat(directory.resolve("1.json"))
        .hasContent(
            """
            {
              "format" : 1,
              "number" : 1,
              "note" : "request 7",
              "url_column" : "url",
              "entries" : {
                "id" : 1
              },
              "list" : "%1$s",
              "union" : {
                "count" : 1,
                "sha256" : "%1$s"
              }
            }
            """
                .formatted(sha256));
    assertThat(directory.resolve(sha256 + ".list")).hasBinaryContent(list("a").bytes());
  }

  @Test
  void shouldKeepTheColumnOfTheFirstTakeDown() throws IOException {
    assertThat(log().urlColumn("link")).isEqualTo("link");
    log().append(list("a"), "", "link", publication);

    assertThat(log().urlColumn("url")).isEqualTo("link");
    assertThat(log().append(list("b"), "", "url", publication).urlColumn()).isEqualTo("link");
  }

  @Test
  void shouldRefuseDamagedRecords() throws IOException {
    DamagedJson.require(TakedownRecord.class, append(log(), "a"));
  }

  @Test
  void shouldGoOnAfterACrashBetweenListAndRecord() throws IOException {
    TakedownRecord record = append(log(), "a");
    Files.delete(directory.resolve("1.json"));

    assertThat(append(log(), "a")).isEqualTo(record);
    assertThat(log().read()).containsExactly(record);
  }

  @Test
  void shouldNotReplaceAListOfItsName() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(list("a").sha256() + ".list"), "something else");

    assertThatThrownBy(() -> append(log(), "a")).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(log().read()).isEmpty();
  }

  @Test
  void shouldRefuseAGapBetweenRecords() throws IOException {
    append(log(), "a");
    append(log(), "b");
    append(log(), "c");
    Files.delete(directory.resolve("2.json"));

    requireDamaged("2.json", "it is missing, but later records exist");
  }

  @Test
  void shouldRefuseARecordUnderAnotherNumber() throws IOException {
    append(log(), "a");
    append(log(), "b");
    Files.copy(directory.resolve("2.json"), directory.resolve("3.json"));

    requireDamaged("3.json", "it is the record of another number");
  }

  @Test
  void shouldRefuseRecordsOfNewerVersions() throws IOException {
    append(log(), "a");
    Path file = directory.resolve("1.json");
    Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 2"));

    requireDamaged(
        "1.json",
        "a take-down has format 2, but this version of Sluice reads only format 1; use the newer"
            + " version that wrote it");
  }

  @Test
  void shouldRefuseNamesThatLeadElsewhere() throws IOException {
    append(log(), "a");
    Path file = directory.resolve("1.json");
    Files.writeString(file, Files.readString(file).replace("\"list\" : \"", "\"list\" : \"../"));

    requireDamaged("1.json", "\"../" + list("a").sha256() + "\" is not the name of a list");
  }

  private void requireDamaged(String name, String what) {
    assertThatThrownBy(() -> log().read())
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(directory.resolve(name) + " is not readable: " + what);
  }

  @Test
  void shouldRefuseListsThatAreMissingOrOthers() throws IOException {
    TakedownRecord record = append(log(), "a");
    Path file = directory.resolve(record.list() + ".list");

    Files.write(file, list("b").bytes());
    requireDamagedList(record, file, "it is not the list of take-down 1");
    Files.writeString(file, "SLUBLOK");
    requireDamagedList(record, file, "it is not a list of a take-down");
    Files.delete(file);
    requireDamagedList(record, file, "it is missing, but is the list of take-down 1");
  }

  private void requireDamagedList(TakedownRecord record, Path file, String what) {
    assertThatThrownBy(() -> log().union(List.of(record)))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(file + " is not readable: " + what);
  }

  @Test
  void shouldRefuseAUnionThatTheRecordDoesNotCount() throws IOException {
    TakedownRecord first = append(log(), "a");
    TakedownRecord second = append(log(), "b");
    TakedownRecord wrong =
        new TakedownRecord(
            TakedownRecord.FORMAT,
            2,
            second.note(),
            second.urlColumn(),
            second.entries(),
            second.list(),
            first.union());
    Path file = directory.resolve("2.json");
    Files.write(file, Json.write(wrong));

    assertThatThrownBy(() -> log().union(log().read()))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageStartingWith(
            file
                + " is not readable: its number or hash of entries does not match the lists of"
                + " take-downs 1 to 2");
  }
}
