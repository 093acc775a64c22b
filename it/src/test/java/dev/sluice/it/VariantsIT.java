package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations other than the default one. */
class VariantsIT {
  private static final PlainCuration.Rules DEFAULT = PlainCuration.Rules.DEFAULT;

  @TempDir Path directory;

  @Test
  void shouldDeduplicateOverAllBuckets() {
    Job job = run("dedup.scope=global", "output.compression=gzip");
    PlainCuration.Result expected = expected(42, 5.0, "global");
    assertThat(Differences.between(expected.kept(), job.result().kept())).isEmpty();
    assertThat(job.result().countersByDump()).isEqualTo(expected.counters());
  }

  @Test
  void shouldKeepEveryCopyInSmallFiles() throws IOException {
    Job job = run("dedup.scope=none", "output.compression=none", "output.max-file-size=64KiB");
    assertThat(Differences.between(expected(42, 5.0, "none").kept(), job.result().kept()))
        .isEmpty();
    for (Path shard : Output.walk(job.output().resolve("en"))) {
      if (Files.size(shard) > 64 << 10) {
        assertThat(ParquetSource.open(shard, columns()).rows()).as("%s", shard).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldWriteTheDumpAsAColumnInsteadOfADirectory() throws Exception {
    Job job =
        run(
            "output.partition-by=[bucket]",
            "output.columns=[id, text, score, dump]",
            "output.compression=snappy",
            "score.max=6",
            "sampling.seed=7");
    PlainCuration.Result expected = expected(7, 6.0, "bucket");
    SortedMap<String, List<String>> byBucket = new TreeMap<>();
    expected
        .kept()
        .forEach(
            (place, rows) ->
                byBucket.computeIfAbsent(place.split("/")[0], b -> new ArrayList<>()).addAll(rows));
    byBucket.values().forEach(rows -> rows.sort(null));
    assertThat(Differences.between(byBucket, job.result().kept())).isEmpty();
    assertThat(dumps(job)).isEqualTo(expected.counters().keySet());
  }

  private static Set<String> dumps(Job job) throws Exception {
    Set<String> dumps = new TreeSet<>();
    for (Path shard : Output.walk(job.output().resolve("en"))) {
      ParquetSource source = ParquetSource.open(shard, columns());
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(group, row -> dumps.add(row.dump()));
      }
    }
    return dumps;
  }

  @Test
  void shouldTakeOversizeTextsFromTheSource() {
    Path input = directory.resolve("input");
    Sources.write(input.resolve("CC-MAIN-2024-10/big.parquet"), List.of(big("a"), big("b")));
    Job job = Job.of(input, directory.resolve("out"), "--set", "input.max-document-size=64KiB");
    job.run(0);
    Job other = Job.of(input, directory.resolve("other"));
    other.run(0);
    assertThat(Differences.between(PlainCuration.of(input, DEFAULT).kept(), job.result().kept()))
        .isEmpty();
    assertThat(job.result().kept()).hasSize(1);
    assertThat(job.result().files()).isEqualTo(other.result().files());
  }

  @Test
  void shouldFailWhenAnOversizeTextIsGoneBeforeTheSeal() throws IOException {
    Path input = directory.resolve("input");
    Path file = input.resolve("CC-MAIN-2024-10/big.parquet");
    Sources.write(file, List.of(big("a")));
    try (Program broker = ProgramThread.startBroker(directory.resolve("broker"))) {
      List<String> shared =
          List.of(
              "--input=" + input,
              "--output=" + directory.resolve("out"),
              "--kafka=" + broker.out().strip(),
              "--set=kafka.partitions=1",
              "--set=io.backoff=10ms",
              "--set=input.max-document-size=64KiB");
      Program.run(with("ingest", shared)).with(0);
      Path aside = Files.move(file, directory.resolve("aside"));
      try (Program streams = ProgramThread.start(with("streams", shared))) {
        Program.Ended sink = Program.run(with("sink", shared)).with(1);
        assertThat(sink.lastLine())
            .contains("CC-MAIN-2024-10/big.parquet", "row 0", "keep source files until");
        Files.move(aside, file);
        try (Program again = ProgramThread.start(with("sink", shared))) {
          again.awaitThat(
              "the seal",
              () -> Files.exists(directory.resolve("out/_sluice/dumps/CC-MAIN-2024-10.json")));
        }
        assertThat(streams.isAlive()).isTrue();
      }
      SortedMap<String, List<String>> kept = new Output(directory.resolve("out")).kept();
      assertThat(Differences.between(PlainCuration.of(input, DEFAULT).kept(), kept)).isEmpty();
    }
  }

  private static List<String> with(String role, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of(role));
    arguments.addAll(options);
    return arguments;
  }

  /** Every second text is larger than the largest that travels. */
  private static List<Sources.Row> big(String prefix) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String text = (prefix + i + " é ").repeat(i % 2 == 0 ? 40_000 : 100);
      rows.add(new Sources.Row(prefix + i, text, 4.5, "CC-MAIN-2024-10"));
    }
    return rows;
  }

  private Job run(String... assignments) {
    List<String> options = new ArrayList<>();
    for (String assignment : assignments) {
      options.addAll(List.of("--set", assignment));
    }
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("out"), options.toArray(new String[0]));
    job.run(0);
    return job;
  }

  private static PlainCuration.Result expected(long seed, double maxScore, String dedup) {
    return PlainCuration.of(Undisturbed.source(), new PlainCuration.Rules(seed, maxScore, dedup));
  }

  private static ColumnMapping columns() {
    return new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));
  }
}
