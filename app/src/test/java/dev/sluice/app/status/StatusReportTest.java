package dev.sluice.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.status.StatusReport.Dump;
import dev.sluice.app.status.StatusReport.Ingest;
import dev.sluice.app.status.StatusReport.Partition;
import dev.sluice.app.status.StatusReport.Process;
import dev.sluice.app.status.StatusReport.Restore;
import dev.sluice.app.status.StatusReport.Stage;
import dev.sluice.app.status.StatusReport.State;
import dev.sluice.app.status.StatusReport.Stop;
import dev.sluice.app.status.StatusReport.TakeDowns;
import dev.sluice.app.status.StatusReport.UnitStatus;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.InputLosses;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.output.DumpDigest.Bucket;
import dev.sluice.storage.output.Json;
import dev.sluice.topics.progress.RestoreProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusReportTest {
  private static final Ingest ALL_READ = new Ingest(0, null);
  private static final InputLosses LOSSES =
      InputLosses.NONE.plus("data/a.parquet", 10, Map.of("missing_score", 3L));
  private static final DiskForecast DISK =
      new DiskForecast(
          9,
          0.5,
          true,
          List.of(
              new DiskForecast.Volume(
                  List.of(new DiskForecast.Part("output.path", "out", 30)), 20)));

  private static StatusReport report(
      State state, Ingest ingest, Stage topology, RestoreProgress... restores) {
    SortedMap<String, Dump> dumps = new TreeMap<>();
    for (String dump : List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18")) {
      dumps.put(dump, dump(0));
    }
    UnitStatus unit =
        new UnitStatus(
            "data/CC-MAIN-2024-10#1", state, 1, 2, 50, 100, 10, 0, LOSSES.files(), new TreeSet<>());
    return new StatusReport(
        "out",
        "127.0.0.1:9092",
        5_000_000_000L,
        dumps,
        List.of(unit),
        List.of(
            new ResetStatus(
                "CC-MAIN-2024-18",
                Set.of("CC-MAIN-2024-18#1"),
                ResetStatus.State.SENT,
                3,
                8,
                2,
                5L << 20),
            new ResetStatus(
                "CC-MAIN-2024-26",
                Set.of("CC-MAIN-2024-26#1"),
                ResetStatus.State.BEGUN,
                0,
                8,
                0,
                0),
            new ResetStatus(
                "of the stopped unit",
                Set.of("data/CC-MAIN-2024-10#1"),
                ResetStatus.State.SENT,
                1,
                8,
                0,
                0)),
        new TakeDowns(3, 4L, "./sluice takedown --continue"),
        List.of(new Stop("data/CC-MAIN-2024-10#1", List.of("it stops", "accept: ./sluice"))),
        ingest,
        List.of(topology, new Stage("sink", 0, null, List.of())),
        List.of(restores).stream().map(Restore::of).toList(),
        List.of(new Process("out/_sluice/work", 77, 1.25, 30.0, 3L << 20)),
        new TreeMap<>(),
        DISK);
  }

  private static Dump dump(long near) {
    SortedMap<String, Long> counters = new TreeMap<>();
    counters.put("rows", 10L);
    counters.put("kept", 4L);
    counters.put("duplicates_removed", 1L);
    if (near > 0) {
      counters.put("near_duplicates_removed", near);
    }
    SortedMap<String, Bucket> buckets = new TreeMap<>();
    buckets.put("3.0", new Bucket(new BucketCounts(4, 1, near, 0, 2, 0, 0, 0), 1, 1_000));
    return new Dump(counters, new TreeMap<>(), 1, 1_000, buckets);
  }

  private static Stage topology(long lag, Double perSecond) {
    return new Stage(
        "topology", lag, perSecond, List.of(new Partition("sluice.documents-0", 7, 9)));
  }

  private static StatusReport sealed() {
    return report(State.SEALED, ALL_READ, topology(0, null));
  }

  private static StatusReport with(SortedMap<String, Dump> dumps, List<UnitStatus> units) {
    StatusReport other = sealed();
    return RecordCopy.with(other, "dumps", dumps, "units", units);
  }

  @Test
  void shouldListWhatFilesLost() throws JsonProcessingException {
    StatusReport report = report(State.READING, ALL_READ, topology(0, null));

    assertThat(StatusText.of(report))
        .contains(
            """
            Lost because of the input, the worst file first:
                      rows   missing_score  file
                        10               3  data/a.parquet
            """);
    assertThat(new ObjectMapper().readTree(report.json()).at("/units/0/losses").toString())
        .isEqualTo("{\"data/a.parquet\":{\"missing_score\":3,\"rows\":10}}");
  }

  @Test
  void shouldShowWhatWaitsForADecision(@TempDir Path output) throws IOException {
    assertThat(Stop.of(output)).isEmpty();
    Frontier at = new Frontier("code/a.parquet", 65_536, false);
    GuardStop stop =
        new GuardStop(
            "loose#1",
            at,
            0.3,
            new TreeMap<>(Map.of("directory:code", new Counts(20_000, 5, 9_000))),
            List.of());
    Path directory = Files.createDirectories(output.resolve(EvidenceFiles.DIRECTORY));
    Files.write(directory.resolve("000001-aa.stop.json"), Json.write(stop));
    assertThat(Stop.of(output))
        .containsExactly(
            new Stop(
                "loose#1",
                List.of(
                    stop.message(),
                    "to remove these documents: ./sluice near-duplicates %s --accept directory:code"
                        .formatted(output),
                    "to remove only copies from directory:code: ./sluice near-duplicates %s --keep directory:code && ./sluice reset --output %s --set input.path=INPUT --unit 'loose#1'"
                        .formatted(output, output),
                    "replace INPUT with the path that you gave to --input")));
    GuardDecisions decisions = GuardDecisions.NONE.with(List.of("directory:code"), List.of());
    decisions.write(directory);
    assertThat(Stop.of(output)).isEmpty();

    StatusReport report = report(State.CURATING, ALL_READ, topology(0, null));
    assertThat(StatusText.of(report)).contains("\nit stops\naccept: ./sluice\n");
    assertThat(new ObjectMapper().readTree(report.json()).at("/stops/0/lines/1").textValue())
        .isEqualTo("accept: ./sluice");
  }

  @Test
  void shouldBeDoneWhenTheSlowestIs() {
    Ingest ingest = new Ingest(100, 10.0);
    assertThat(report(State.READING, ingest, topology(60, 2.0)).secondsLeft()).isEqualTo(30);
    RestoreProgress restore = new RestoreProgress("an id", 5, 500, 10, 0);
    assertThat(report(State.READING, ingest, topology(60, 2.0), restore).secondsLeft())
        .isEqualTo(50);
    assertThat(sealed().secondsLeft()).isZero();
  }

  @Test
  void shouldNotReportATimeWhileSomethingStandsStill() {
    assertThat(report(State.READING, new Ingest(100, 10.0), topology(60, 0.0)).secondsLeft())
        .isNull();
    assertThat(report(State.READING, new Ingest(1, null), topology(0, null)).secondsLeft())
        .isNull();
  }

  @Test
  void shouldAddUpBucketsAndCounters() {
    Dump totals = sealed().totals();
    assertThat(totals.counters()).containsEntry("rows", 20L).containsEntry("kept", 8L);
    assertThat(totals.buckets())
        .containsEntry("3.0", new Bucket(new BucketCounts(8, 2, 0, 0, 4, 0, 0, 0), 2, 2_000));
  }

  @Test
  void shouldTellNearDuplicatesOnlyWhereThereAreAny() {
    StatusReport none = sealed();
    SortedMap<String, Dump> dumps = new TreeMap<>(none.dumps());
    dumps.replaceAll((name, dump) -> dump(3_456));
    StatusReport some = with(dumps, none.units());

    assertThat(StatusText.of(none)).doesNotContain("near");
    assertThat(none.json()).doesNotContain("near");
    assertThat(StatusText.of(some))
        .contains("dump                       rows         kept   duplicates    near-dup.   files")
        .contains("CC-MAIN-2024-10              10            4            1        3,456       1")
        .contains("3.0                           4            8            2        6,912       2")
        .contains("duplicates_removed 2, near_duplicates_removed 6,912, kept 8");
    assertThat(some.json()).contains("\"near_duplicates_removed\" : 3456");
  }

  @Test
  void shouldNotCountTwiceWhereShardsAreNotLaidOutByDump() {
    SortedMap<String, Dump> dumps = new TreeMap<>(sealed().dumps());
    dumps.put("all", dump(0));
    dumps.put("wiki", new Dump(dump(0).counters(), new TreeMap<>(), 0, 0, new TreeMap<>()));
    StatusReport report = with(dumps, sealed().units());
    assertThat(report.totals().counters()).containsEntry("rows", 10L);
    assertThat(StatusText.of(report))
        .as("a dump has no shards of its own; all comes last")
        .contains(
            "wiki                         10            4            1       -          -\n"
                + "all                          10            4            1       1     1000 B\n");
  }

  @Test
  void shouldSayWhereTheRowsOfADirectoryAreThatNoneOfThemNames() {
    String dump = "CC-MAIN-2024-10";
    SortedMap<String, Dump> dumps = new TreeMap<>(sealed().dumps());
    SortedMap<String, Long> none = new TreeMap<>(dump(0).counters());
    none.replaceAll((name, count) -> 0L);
    dumps.put("unknown", dump(0));
    dumps.put(dump, new Dump(none, new TreeMap<>(), 0, 0, new TreeMap<>()));
    SortedSet<String> of = new TreeSet<>(Set.of(dump, "unknown"));
    UnitStatus unit =
        new UnitStatus("data/" + dump + "#1", State.SEALED, 1, 1, 9, 9, 10, 0, new TreeMap<>(), of);

    assertThat(StatusText.of(with(dumps, List.of(unit))))
        .contains(dump + " has no rows: the rows of unit data/" + dump + "#1 name different dumps")
        .contains("and are in unknown.");
  }

  @Test
  void shouldReportEverythingInWords() {
    RestoreProgress restore = new RestoreProgress("an id", 5_000, 4_000, 100, 0);
    String text =
        StatusText.of(
            report(
                State.READING,
                new Ingest(10L << 20, (double) (1 << 20)),
                topology(2, 1.0),
                restore));
    assertThat(text.lines())
        .contains(
            "output out, 4.7 GiB free",
            "broker 127.0.0.1:9092",
            "unit data/CC-MAIN-2024-10#1: reading, 1 of 2 files (0 quarantined), 10 rows; keep its"
                + " files unchanged",
            "reset CC-MAIN-2024-18: passed 3 of 8 partitions, waiting for the decision about unit"
                + " data/CC-MAIN-2024-10#1; 2 files (5 MiB) to be deleted",
            "reset CC-MAIN-2024-26: started but not finished: run `./sluice reset --output out"
                + " --dump CC-MAIN-2024-26 --units` again; 0 files (0 B) to be deleted",
            "reset of the stopped unit: passed 1 of 8 partitions; 0 files (0 B) to be deleted",
            "take-downs: 3 finished",
            "take-down 4: not finished: run `./sluice takedown --continue`",
            "ingest     10 MiB still to read, 1 MiB/s, 10 s left",
            "topology   2 offsets left, 1/s, 2 s left",
            "sink       0 offsets left",
            "restore    an id: 5,000 records restored, 4,000 offsets left, 100/s, 40 s left",
            "all        about 40 s left",
            "process    77 in out/_sluice/work, 1.25 processors, 30 s of CPU, 3 MiB");
  }

  @Test
  void shouldReportEverythingToPrograms() throws JsonProcessingException {
    JsonNode json =
        new ObjectMapper()
            .readTree(report(State.READING, new Ingest(100, 0.0), topology(2, 1.0)).json());
    assertThat(json.get("sealed").asBoolean()).isFalse();
    assertThat(json.has("seconds_left")).isFalse();
    assertThat(json.has("losses")).isFalse();
    assertThat(json.at("/units/0/state").asText()).isEqualTo("reading");
    assertThat(json.at("/units/0/bytes_read").asLong()).isEqualTo(50);
    assertThat(json.at("/resets/0/state").asText()).isEqualTo("sent");
    assertThat(json.at("/resets/0/partitions_done").asInt()).isEqualTo(3);
    assertThat(json.at("/resets/0/bytes").asLong()).isEqualTo(5L << 20);
    assertThat(json.at("/take_downs").toString())
        .isEqualTo(
            "{\"finished\":3,\"unfinished\":4,\"command\":\"./sluice takedown --continue\"}");
    assertThat(json.at("/ingest/bytes_left").asLong()).isEqualTo(100);
    assertThat(json.at("/stages/0/lag").asLong()).isEqualTo(2);
    assertThat(json.at("/stages/0/seconds_left").asLong()).isEqualTo(2);
    assertThat(json.at("/stages/0/partitions/0/lag").asLong()).isEqualTo(2);
    assertThat(json.at("/processes/0/memory_bytes").asLong()).isEqualTo(3L << 20);
    assertThat(json.at("/dumps/CC-MAIN-2024-10/buckets/3.0/sampled_out").asLong()).isEqualTo(2);
    assertThat(json.at("/disk/volumes/0").toString())
        .contains("\"needed_bytes\":30", "\"has_room\":false", "\"directory\":\"out\"");
  }
}
