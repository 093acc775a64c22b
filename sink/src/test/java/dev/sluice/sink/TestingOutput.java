package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** An output of many small shards: units of two dumps, each of which has rows in all partitions. */
final class TestingOutput {
  static final List<String> DUMPS = List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18");
  private static final int MOST_ROWS = 6;
  private static final int LONGEST = 6000;

  private TestingOutput() {}

  static List<TopicPartition> partitions() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : TestingSink.TOPICS.curated()) {
      for (int partition = 0; partition < 2; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    }
    return partitions;
  }

  static String unit(int number) {
    return "data/%s#%d".formatted(DUMPS.get(number % 2), number);
  }

  /** The records of the first units in one partition; the same whatever follows them. */
  static TestingRecords records(TopicPartition partition, int units, long seed) {
    TestingRecords records = new TestingRecords(partition);
    Random texts = new Random(31 * seed + partition.hashCode());
    Random alike = new Random(seed);
    for (int number = 1; number <= units; number++) {
      records.inUnit(unit(number));
      for (int row = 1 + alike.nextInt(MOST_ROWS); row > 0; row--) {
        String dump = DUMPS.get((number + (alike.nextInt(5) == 0 ? 1 : 0)) % 2);
        records.document(dump, TestingRecords.text(texts, 1 + texts.nextInt(LONGEST)));
      }
      records.marker(unit(number));
    }
    return records;
  }

  /** Cuts the first units in all partitions, and seals them. */
  public static void write(TestingSink sink, int units, long seed) throws IOException {
    for (TopicPartition partition : partitions()) {
      TestingSink.feed(sink.open(partition), records(partition, units, seed).all());
    }
    seal(sink);
  }

  static void seal(TestingSink sink) throws IOException {
    new Sealer(sink.settings(), new CutLogs(sink.settings()), List::of).sealAll();
  }

  /** The rows of all manifests by bucket and dump, in their order. */
  static SortedMap<String, List<String>> rows(TestingSink sink) throws Exception {
    ColumnMapping columns = ColumnMapping.ofShard(sink.columns(), Optional.empty());
    SortedMap<String, List<String>> rows = new TreeMap<>();
    for (CutFile file : new CutLogs(sink.settings()).manifests().listed()) {
      List<String> here =
          rows.computeIfAbsent(file.bucket() + "/" + file.dump(), place -> new ArrayList<>());
      ParquetSource source =
          ParquetSource.open(sink.root().resolve(file.path()), columns, FieldRules.OF_SHARDS);
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(
            group,
            row ->
                here.add(
                    "%s %s %s %s"
                        .formatted(
                            row.dump(),
                            new String(row.id(), UTF_8),
                            row.score(),
                            new String(
                                row.textBytes(), row.textOffset(), row.textLength(), UTF_8))));
      }
    }
    return rows;
  }

  /** The ids of a shard. */
  static List<String> ids(Path shard) throws Exception {
    ColumnMapping columns = new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());
    List<String> ids = new ArrayList<>();
    ParquetSource source = ParquetSource.open(shard, columns);
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, row -> ids.add(new String(row.id(), UTF_8)));
    }
    return ids;
  }

  /** The paths that the list for readers has. */
  static List<String> list(TestingSink sink) throws IOException {
    return Files.readAllLines(sink.settings().layout().shardList());
  }

  /** Everything that a compaction may change, with its hash. */
  static SortedMap<String, String> contents(TestingSink sink) throws IOException {
    SortedMap<String, String> contents = sink.contents("");
    contents.keySet().removeIf(path -> path.startsWith("_sluice/cuts"));
    return contents;
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
