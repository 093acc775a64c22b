package dev.sluice.storage.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.testing.RecordCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CutRecordMemoryTest {
  /** As it is read from a file, with objects of its own. */
  private static CutRecord record(int partition) throws IOException {
    Map<String, Map<String, Map<String, Long>>> ingested =
        Map.of("CC-MAIN-2024-10", Map.of("", Map.of("rows", 7L, "sent", 7L)));
    EndedUnit end =
        new EndedUnit(
            "data/CC-MAIN-2024-10#1",
            InputList.of(List.of("a/0.parquet")).apart(),
            new TreeMap<>(),
            ingested,
            Map.of("CC-MAIN-2024-10", Map.of("3.0", Map.of("kept", 1L + partition))),
            new TreeMap<>(),
            new TreeMap<>());
    CutRecord record =
        RecordCopy.with(
            CutRecord.none("topic", partition, "cluster", "id"),
            "number",
            1,
            "nextOffset",
            10,
            "ordinal",
            7,
            "sequences",
            Map.of("CC-MAIN-2024-10", 1L),
            "files",
            List.of(new CutFile("en/3.0/a/" + partition + ".parquet", "3.0", "a", 1, 2, 3, "00")),
            "ended",
            List.of(end),
            "rows",
            Map.of("data/CC-MAIN-2024-10#1", Map.of("CC-MAIN-2024-10", 7L)));
    return read(record, partition);
  }

  private static CutRecord read(CutRecord record, int partition) throws IOException {
    return Json.read(Json.write(record), Path.of(partition + ".json"), CutRecord.class);
  }

  @Test
  void shouldShareWhatIsEqualInRecords() throws IOException {
    CutRecordMemory memory = new CutRecordMemory();
    CutRecord one = memory.of(record(0));
    CutRecord other = memory.of(record(1));

    assertThat(List.of(one, other)).containsExactly(record(0), record(1));
    assertThat(other.topic()).isSameAs(one.topic());
    EndedUnit end = one.ended().get(0);
    EndedUnit otherEnd = other.ended().get(0);
    assertThat(otherEnd.unit()).isSameAs(end.unit());
    assertThat(otherEnd.inputs()).isSameAs(end.inputs());
    assertThat(otherEnd.quarantined()).isSameAs(end.quarantined());
    assertThat(otherEnd.ingested()).as("in the record of every partition").isSameAs(end.ingested());
  }

  @Test
  void shouldKeepRowsThatWereLeftOut() throws IOException {
    CutRecord record = record(0);
    CutRecord some =
        RecordCopy.with(
            record,
            "leftOut",
            Map.of(
                "near_duplicates_removed",
                Map.of("data/CC-MAIN-2024-10#1", Map.of("CC-MAIN-2024-10", 3L))),
            "foreign",
            0);
    String json = new String(Json.line(some), UTF_8);

    assertThat(json)
        .contains(
            ",\"left_out\":{\"near_duplicates_removed\":"
                + "{\"data/CC-MAIN-2024-10#1\":{\"CC-MAIN-2024-10\":3}}}");
    assertThat(read(some, 0)).isEqualTo(some);
    assertThat(new CutRecordMemory().of(some)).isEqualTo(some);
    assertThat(some.units()).containsExactly("data/CC-MAIN-2024-10#1");
    assertThat(new String(Json.line(record), UTF_8)).doesNotContain("left_out");
  }

  /** Nothing was ingested of a unit whose only file is quarantined. */
  @Test
  void shouldNotTakeOneEmptyMapForAnother() throws IOException {
    CutRecord record = record(0);
    EndedUnit end = record.ended().get(0);
    EndedUnit quarantined =
        new EndedUnit(
            end.unit(),
            end.inputs(),
            new TreeMap<>(Map.of("a/0.parquet", "broken")),
            Map.of(),
            Map.of(),
            new TreeMap<>(),
            new TreeMap<>());
    CutRecord unread =
        RecordCopy.with(
            record,
            "ended",
            List.of(quarantined),
            "forgotten",
            List.of(),
            "leftOut",
            Map.of(),
            "foreign",
            0);

    assertThat(new CutRecordMemory().of(unread)).isEqualTo(unread);
  }
}
