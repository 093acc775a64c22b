package dev.sluice.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.status.DumpStatus.BucketStatus;
import dev.sluice.app.status.StageStatus.PartitionStatus;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.InputLosses;
import dev.sluice.topics.progress.RestoreProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StatusReportTest {
  private static final Pace NOTHING_LEFT = Pace.unknown(0);
  private static final InputLosses LOSSES =
      InputLosses.NONE.plus("data/a.parquet", 10, Map.of("missing_score", 3L));

  private static StatusReport report(
      UnitStatus.State state, Pace reading, Pace topology, List<RestoreProgress> restores) {
    SortedMap<String, DumpStatus> dumps = new TreeMap<>();
    for (String dump : List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18")) {
      SortedMap<String, Long> counters = new TreeMap<>();
      counters.put("rows", 10L);
      counters.put("kept", 4L);
      counters.put("duplicates_removed", 1L);
      SortedMap<String, BucketStatus> buckets = new TreeMap<>();
      buckets.put("3.0", new BucketStatus(new BucketCounts(4, 1, 0, 2, 0, 0, 0), 1, 1_000));
      dumps.put(dump, new DumpStatus(counters, new TreeMap<>(), 1, 1_000, buckets));
    }
    UnitStatus unit =
        new UnitStatus(
            "data/CC-MAIN-2024-10#1", state, 1, 2, 50, 100, 10, 0, LOSSES, new TreeSet<>());
    return new StatusReport(
        "out",
        Optional.of("127.0.0.1:9092"),
        OptionalLong.of(5_000_000_000L),
        dumps,
        List.of(unit),
        List.of(
            new ResetStatus("CC-MAIN-2024-18", ResetStatus.State.SENT, 3, 8, 2, 5L << 20),
            new ResetStatus("CC-MAIN-2024-26", ResetStatus.State.BEGUN, 0, 8, 0, 0)),
        reading,
        List.of(
            new StageStatus(
                "topology", topology, List.of(new PartitionStatus("sluice.documents-0", 7, 9))),
            new StageStatus("sink", NOTHING_LEFT, List.of())),
        restores,
        List.of(
            new ProcessStatus(
                "out/_sluice/work",
                77,
                OptionalDouble.of(1.25),
                OptionalDouble.of(30),
                OptionalLong.of(3L << 20))),
        new TreeMap<>(),
        Optional.empty());
  }

  private static Pace pace(long left, double perSecond) {
    return new Pace(left, OptionalDouble.of(perSecond));
  }

  @Test
  void shouldListWhatFilesLost() throws JsonProcessingException {
    StatusReport report = report(UnitStatus.State.READING, NOTHING_LEFT, NOTHING_LEFT, List.of());

    assertThat(StatusText.of(report))
        .contains(
            """
            Lost because of the input, the worst file first:
                      rows   missing_score  file
                        10               3  data/a.parquet
            """);
    assertThat(new ObjectMapper().readTree(StatusJson.of(report)).at("/units/0/losses").toString())
        .isEqualTo("{\"data/a.parquet\":{\"missing_score\":3,\"rows\":10}}");
  }

  @Test
  void shouldBeDoneWhenTheSlowestIs() {
    assertThat(
            report(UnitStatus.State.READING, pace(100, 10), pace(60, 2), List.of()).secondsLeft())
        .hasValue(30);
    RestoreProgress restore = new RestoreProgress("an id", 5, 500, 10, 0);
    assertThat(
            report(UnitStatus.State.READING, pace(100, 10), pace(60, 2), List.of(restore))
                .secondsLeft())
        .hasValue(50);
    assertThat(report(UnitStatus.State.SEALED, NOTHING_LEFT, NOTHING_LEFT, List.of()).secondsLeft())
        .hasValue(0);
  }

  @Test
  void shouldNotReportATimeWhileSomethingStandsStill() {
    assertThat(
            report(UnitStatus.State.READING, pace(100, 10), pace(60, 0), List.of()).secondsLeft())
        .isEmpty();
    assertThat(
            report(UnitStatus.State.READING, Pace.unknown(1), NOTHING_LEFT, List.of())
                .secondsLeft())
        .isEmpty();
  }

  @Test
  void shouldAddUpBucketsAndCounters() {
    StatusReport report = report(UnitStatus.State.SEALED, NOTHING_LEFT, NOTHING_LEFT, List.of());
    assertThat(report.counterTotals()).containsEntry("rows", 20L).containsEntry("kept", 8L);
    assertThat(report.bucketTotals())
        .containsEntry("3.0", new BucketStatus(new BucketCounts(8, 2, 0, 4, 0, 0, 0), 2, 2_000));
  }

  @Test
  void shouldTellNearDuplicatesOnlyWhereThereAreAny() {
    StatusReport none = report(UnitStatus.State.SEALED, NOTHING_LEFT, NOTHING_LEFT, List.of());
    SortedMap<String, DumpStatus> dumps = new TreeMap<>();
    none.dumps()
        .forEach(
            (name, dump) -> {
              SortedMap<String, Long> counters = new TreeMap<>(dump.counters());
              counters.put("near_duplicates_removed", 3_456L);
              SortedMap<String, BucketStatus> buckets = new TreeMap<>();
              buckets.put(
                  "3.0", new BucketStatus(new BucketCounts(4, 1, 3_456, 2, 0, 0, 0), 1, 1_000));
              dumps.put(name, new DumpStatus(counters, new TreeMap<>(), 1, 1_000, buckets));
            });
    StatusReport some =
        new StatusReport(
            none.output(),
            none.broker(),
            none.freeBytes(),
            dumps,
            none.units(),
            none.resets(),
            none.reading(),
            none.stages(),
            none.restores(),
            none.processes(),
            none.topicBytes(),
            none.disk());

    assertThat(StatusText.of(none)).doesNotContain("near");
    assertThat(StatusJson.of(none)).doesNotContain("near");
    assertThat(StatusText.of(some))
        .contains("dump                       rows         kept   duplicates    near-dup.   files")
        .contains("CC-MAIN-2024-10              10            4            1        3,456       1")
        .contains("3.0                           4            8            2        6,912       2")
        .contains("duplicates_removed 2, near_duplicates_removed 6,912, kept 8");
    assertThat(StatusJson.of(some)).contains("\"near_duplicates_removed\" : 3456");
  }

  @Test
  void shouldNotCountTwiceWhereShardsAreNotLaidOutByDump() {
    StatusReport two = report(UnitStatus.State.SEALED, NOTHING_LEFT, NOTHING_LEFT, List.of());
    SortedMap<String, DumpStatus> dumps = new TreeMap<>(two.dumps());
    dumps.put("all", two.dumps().get("CC-MAIN-2024-10"));
    DumpStatus wiki = two.dumps().get("CC-MAIN-2024-10");
    dumps.put("wiki", new DumpStatus(wiki.counters(), wiki.operators(), 0, 0, new TreeMap<>()));
    StatusReport report =
        new StatusReport(
            two.output(),
            two.broker(),
            two.freeBytes(),
            dumps,
            two.units(),
            two.resets(),
            two.reading(),
            two.stages(),
            two.restores(),
            two.processes(),
            two.topicBytes(),
            two.disk());
    assertThat(report.counterTotals()).containsEntry("rows", 10L);
    assertThat(StatusText.of(report))
        .as("a dump has no shards of its own; all comes last")
        .contains(
            "wiki                         10            4            1       -          -\n"
                + "all                          10            4            1       1     1000 B\n");
  }

  @Test
  void shouldSayWhereTheRowsOfADirectoryAreThatNoneOfThemNames() {
    String dump = "CC-MAIN-2024-10";
    StatusReport one = report(UnitStatus.State.SEALED, NOTHING_LEFT, NOTHING_LEFT, List.of());
    SortedMap<String, DumpStatus> dumps = new TreeMap<>(one.dumps());
    DumpStatus rows = dumps.get(dump);
    SortedMap<String, Long> none = new TreeMap<>(rows.counters());
    none.replaceAll((name, count) -> 0L);
    dumps.put(dump, new DumpStatus(none, new TreeMap<>(), 0, 0, new TreeMap<>()));
    dumps.put("unknown", rows);
    SortedSet<String> of = new TreeSet<>(Set.of(dump, "unknown"));
    UnitStatus unit =
        new UnitStatus(
            "data/" + dump + "#1",
            UnitStatus.State.SEALED,
            1,
            1,
            9,
            9,
            10,
            0,
            InputLosses.NONE,
            of);
    StatusReport report =
        new StatusReport(
            one.output(),
            one.broker(),
            one.freeBytes(),
            dumps,
            List.of(unit),
            one.resets(),
            one.reading(),
            one.stages(),
            one.restores(),
            one.processes(),
            one.topicBytes(),
            one.disk());

    assertThat(StatusText.of(report))
        .contains(dump + " has no rows: those of unit data/" + dump + "#1 name other dumps")
        .contains("and are in unknown.");
  }

  @Test
  void shouldReportEverythingInWords() {
    RestoreProgress restore = new RestoreProgress("an id", 5_000, 4_000, 100, 0);
    String text =
        StatusText.of(
            report(
                UnitStatus.State.READING, pace(10L << 20, 1 << 20), pace(2, 1), List.of(restore)));
    assertThat(text.lines())
        .contains(
            "output out, 4.7 GiB free",
            "broker 127.0.0.1:9092",
            "unit data/CC-MAIN-2024-10#1: reading, 1 of 2 files, 10 rows, 0 quarantined; keep its"
                + " files unchanged",
            "reset CC-MAIN-2024-18: through 3 of 8 partitions; 2 files, 5 MiB to be deleted",
            "reset CC-MAIN-2024-26: started, run `./sluice reset --output out --dump"
                + " CC-MAIN-2024-26 --units` again; 0 files, 0 B to be deleted",
            "ingest     10 MiB still to read, 1 MiB/s, 10 s left",
            "topology   2 offsets behind, 1/s, 2 s left",
            "sink       0 offsets behind",
            "restore    an id: 5,000 records restored, 4,000 offsets left, 100/s, 40 s left",
            "all        about 40 s left",
            "process    77 in out/_sluice/work, 1.25 processors, 30 s of CPU, 3 MiB");
  }

  @Test
  void shouldReportEverythingToPrograms() throws JsonProcessingException {
    JsonNode json =
        new ObjectMapper()
            .readTree(
                StatusJson.of(
                    report(UnitStatus.State.READING, pace(100, 0), pace(2, 1), List.of())));
    assertThat(json.get("sealed").asBoolean()).isFalse();
    assertThat(json.has("seconds_left")).isFalse();
    assertThat(json.at("/units/0/state").asText()).isEqualTo("reading");
    assertThat(json.at("/units/0/bytes_read").asLong()).isEqualTo(50);
    assertThat(json.at("/resets/0/state").asText()).isEqualTo("sent");
    assertThat(json.at("/resets/0/partitions_done").asInt()).isEqualTo(3);
    assertThat(json.at("/resets/0/bytes").asLong()).isEqualTo(5L << 20);
    assertThat(json.at("/ingest/bytes_left").asLong()).isEqualTo(100);
    assertThat(json.at("/stages/0/lag").asLong()).isEqualTo(2);
    assertThat(json.at("/stages/0/partitions/0/lag").asLong()).isEqualTo(2);
    assertThat(json.at("/processes/0/memory_bytes").asLong()).isEqualTo(3L << 20);
    assertThat(json.at("/dumps/CC-MAIN-2024-10/buckets/3.0/sampled_out").asLong()).isEqualTo(2);
  }
}
