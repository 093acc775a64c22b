package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ingests at the same time. */
class SideBySideIT {
  /** What happens to a row before it can meet a copy of itself is the same in any order. */
  private static final List<String> IN_ANY_ORDER =
      List.of(
          "rows", "missing_score", "invalid_score", "empty_text", "filtered_out", "sampled_out");

  @TempDir Path directory;

  @Test
  void shouldKeepTheSameIdsAndCountEveryRowOfDifferentDumps() {
    Job job =
        Job.of(
            Undisturbed.source(),
            directory.resolve("output"),
            "--set=kafka.partitions=2",
            "--set=ingest.transaction-bytes=64KiB");
    PlainCuration.Result expected =
        PlainCuration.of(Undisturbed.source(), PlainCuration.Rules.DEFAULT);
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      Program one =
          roles.start("ingest", "a", "--dump", "CC-MAIN-2013-20", "--dump", "CC-MAIN-2015-14");
      Program two = roles.start("ingest", "b", "--dump", "CC-MAIN-2014-10");
      one.await().with(0);
      two.await().with(0);
      roles.start("ingest", "c", "--wait").await().with(0);
    }

    assertThat(ids(job.result().kept())).isEqualTo(ids(expected.kept()));
    SortedMap<String, SortedMap<String, Long>> counted = job.result().countersByDump();
    for (String name : IN_ANY_ORDER) {
      assertThat(each(counted, name)).as(name).isEqualTo(each(expected.counters(), name));
    }
    for (String name : List.of("kept", "duplicates_removed")) {
      assertThat(sum(counted, name)).as(name).isEqualTo(sum(expected.counters(), name));
    }
    String source = Undisturbed.source().toString();
    Program.run("validate", job.output().toString(), "--source", source).with(0);
  }

  /** Kept ids of each bucket, whatever dump they were kept for, sorted; a copy shows twice. */
  private static SortedMap<String, List<String>> ids(SortedMap<String, List<String>> kept) {
    SortedMap<String, List<String>> ids = new TreeMap<>();
    kept.forEach(
        (directory, lines) ->
            lines.forEach(
                line ->
                    ids.computeIfAbsent(
                            directory.substring(0, directory.indexOf('/')),
                            key -> new ArrayList<>())
                        .add(line.substring(0, line.indexOf(' ')))));
    ids.values().forEach(list -> list.sort(null));
    return ids;
  }

  private static SortedMap<String, Long> each(
      SortedMap<String, SortedMap<String, Long>> counters, String name) {
    SortedMap<String, Long> values = new TreeMap<>();
    counters.forEach((dump, counts) -> values.put(dump, counts.getOrDefault(name, 0L)));
    return values;
  }

  private static long sum(SortedMap<String, SortedMap<String, Long>> counters, String name) {
    return each(counters, name).values().stream().mapToLong(Long::longValue).sum();
  }
}
