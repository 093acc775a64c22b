package dev.sluice.app.page;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Series.Point;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.InputLosses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Run documents to look at. */
public final class SampleRuns {
  private static final long START = 1_790_000_000_000L;
  private static final long NOW = START + 754_000;
  private static final List<String> NAMES = List.of("2.8", "3.0", "3.5", "4.0");

  private SampleRuns() {}

  /** A main job that is worked on; the sink holds it up. */
  public static RunDocument running(int dumps, List<Example> examples) {
    return document(
        "run",
        "ready",
        dumps(dumps),
        flow(),
        buckets(),
        List.of(
            new Dropped("sampled_out", 321_904, examples),
            new Dropped("filtered_out", 251_007, examples),
            new Dropped("duplicates_removed", 41_822, examples),
            new Dropped("operator_dropped/word-count:too short", 9_120, examples),
            new Dropped("invalid_score", 1_250, List.of())),
        InputLosses.NONE.plus("data/a.parquet", 70_000, Map.of("invalid_score", 1_250L)),
        List.of(
            new Stage("ingest", null, 0, "waiting", "sink", NOW - 42_000),
            new Stage("topology", 128_400L, 4_210, "waiting", "sink", NOW - 42_000),
            new Stage("sink", 81_220L, 3_980, "working", null, NOW - 700_000)),
        new Holder("sink", NOW - 42_000),
        List.of());
  }

  /** A main job that reads on while its sink waits for the matcher. */
  public static RunDocument waitingForMatcher() {
    return waiting(
        new Stage("matcher", 81_220L, 3_980, "working", null, NOW - 42_000),
        new Stage("sink", 81_220L, 3_980, "waiting", "matcher", NOW - 2_000));
  }

  /** The same while the matcher waits for the sink. */
  public static RunDocument matcherWaiting() {
    return waiting(
        new Stage("matcher", 81_220L, 3_980, "waiting", "sink", NOW - 2_000),
        new Stage("sink", 81_220L, 3_980, "working", null, NOW - 42_000));
  }

  private static RunDocument waiting(Stage matcher, Stage sink) {
    return document(
        "run",
        "ready",
        dumps(1),
        flow(),
        buckets(),
        List.of(),
        InputLosses.NONE,
        List.of(
            new Stage("ingest", null, 9_400, "working", null, NOW - 42_000),
            new Stage("topology", 12L, 9_210, "working", null, NOW - 42_000),
            matcher,
            sink),
        null,
        List.of());
  }

  /** A job on files in its second phase. */
  public static RunDocument fileJob() {
    return document(
        "dedup",
        "ready",
        List.of(),
        null,
        List.of(),
        List.of(),
        InputLosses.NONE,
        List.of(),
        null,
        List.of(
            new PhaseProgress.Phase("signatures", 5L << 30, 5L << 30, true, 1_400_000, 312.4, null),
            new PhaseProgress.Phase("candidates", 810_000, 2_400_000, false, 810_000, 41.2, 80L),
            new PhaseProgress.Phase("clusters", 0, 0, false, 0, 0, null)));
  }

  private static RunDocument document(
      String job,
      String phase,
      List<Dump> dumps,
      Flow flow,
      List<Bucket> buckets,
      List<Dropped> dropped,
      InputLosses losses,
      List<Stage> stages,
      Holder holder,
      List<PhaseProgress.Phase> phases) {
    SortedMap<String, String> config = new TreeMap<>();
    config.put("output.path", "/data/curated");
    config.put("sampling.seed", "42");
    config.put("kafka.properties.sasl.jaas.config", "(hidden)");
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put("sluice", "0.1.0");
    versions.put("java", "17.0.15");
    return new RunDocument(
        RunDocument.FORMAT,
        job,
        NOW,
        phase,
        List.of(new Process(job, "a81c", "0.1.0", 4_711, START, null, null)),
        new RunState(
            new Progress(41L << 30, 97L << 30, 41.0 / 97, 1_030L),
            dumps,
            flow,
            buckets,
            dropped,
            2,
            losses.files(),
            stages,
            holder,
            phases),
        series(700),
        List.of(
            new Event(START, "started", "run started"),
            new Event(
                START + 9_000,
                "recovered",
                "continues the work of pid 4710, which was killed or lost"),
            new Event(NOW - 90_000, "file_changed", "a.parquet has changed since it was read"),
            new Event(NOW - 42_000, "file_changed", "b.parquet has changed since it was read")),
        config,
        versions);
  }

  private static List<Dump> dumps(int count) {
    List<Dump> dumps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean sealed = i < count * 4 / 10;
      boolean open = !sealed && i < count * 4 / 10 + 3;
      dumps.add(
          new Dump(
              "CC-MAIN-%d-%02d".formatted(2013 + i / 10, 5 + i % 10 * 4),
              sealed ? "sealed" : open ? i % 2 == 0 ? "reading" : "curating" : "waiting",
              12,
              sealed ? 12 : open ? 5 : 0,
              900L << 20,
              sealed ? 900L << 20 : open ? 412L << 20 : 0,
              sealed ? 31_244 : open ? 14_020 : 0,
              sealed ? 12_455 : open ? 4_031 : 0,
              open ? 75L : null));
    }
    return dumps;
  }

  private static Flow flow() {
    SortedMap<String, Long> outcomes = new TreeMap<>();
    outcomes.put("kept", 552_310L);
    outcomes.put("sampled_out", 321_904L);
    outcomes.put("filtered_out", 251_007L);
    outcomes.put("duplicates_removed", 41_822L);
    outcomes.put("operator_dropped", 9_120L);
    outcomes.put("invalid_score", 1_250L);
    outcomes.put("short_text", 12L);
    return new Flow(1_200_613L, outcomes, 23_200L);
  }

  private static List<Bucket> buckets() {
    return IntStream.range(0, NAMES.size())
        .mapToObj(
            i ->
                new Bucket(
                    NAMES.get(i),
                    List.of(0.3, 0.6, 0.8, 1.0).get(i),
                    List.of(0.3004, 0.5991, 0.8012, 1.0).get(i),
                    new BucketCounts(
                        140_000 - 1_000L * i,
                        10_000 + i,
                        0,
                        0,
                        i == 3 ? 0 : 100_000 / (i + 1),
                        0,
                        2_280,
                        0),
                    152_280 - 999L * i))
        .toList();
  }

  private static Series series(int points) {
    List<Point> all = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      boolean slow = i > points * 0.93;
      double wave = 1 + 0.12 * Math.sin(i / 9.0) + 0.05 * Math.sin(i * 1.7);
      all.add(
          new Point(
              NOW - (points - 1 - i) * 1_000L,
              Map.of(
                  Figure.READ_BYTES_PER_SECOND,
                  slow ? 0 : 61e6 * wave,
                  Figure.ROWS_PER_SECOND,
                  slow ? 0 : 9_400 * wave,
                  Figure.KEPT_PER_SECOND,
                  (slow ? 3_900 : 4_300) * wave,
                  Figure.LAG_TOPOLOGY,
                  slow ? 128_000 : 9_000 * wave,
                  Figure.LAG_SINK,
                  slow ? 1_700.0 * (i - points * 0.93) : 4_000 * wave,
                  Figure.MEMORY_BYTES,
                  (1.1 + Math.min(0.6, i / 500.0)) * (1L << 30) + 2e7 * wave,
                  Figure.DISK_FREE_BYTES,
                  (double) ((231L << 30) - i * 90_000_000L),
                  Figure.CPUS,
                  slow ? 0.8 : 1.7 * wave)));
    }
    return new Series(all);
  }

  /** Examples of harmless rows. */
  public static List<Example> examples() {
    return IntStream.range(0, 10)
        .mapToObj(
            i ->
                new Example(
                    "<urn:uuid:7e2c40d1-0f3b-4c55-9b0e-00000000000%d>".formatted(i),
                    "data/CC-MAIN-2013-20/000_0000%d.parquet".formatted(i % 3),
                    1_204 + 37L * i,
                    "The history of the water mill reaches back to antiquity, and its wheels were"
                        + " turned by streams that monks had led through ditches to the"))
        .toList();
  }
}
