package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.gauge.DropExamples;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.sink.SinkSettings.DatasetFiles;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.sink.SinkSettings.SinkTopics;
import dev.sluice.sink.SinkSettings.SinkWorkers;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.write.ShardCompression;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Settings of a small output, and what tests do with it. Each {@code with} method gives a copy. */
final class TestingSink {
  private static final long SOURCE_BYTES = 1 << 20;
  static final TopicNames TOPICS = new TopicNames("test", List.of("2.8", "4.0"));
  static final String CLUSTER = "cluster";
  static final String TOPIC_ID = "topic-id";

  private Path root;
  private boolean byDump = true;
  private List<String> columns = List.of("id", "text", "score");
  private long maxFileBytes = 64 << 10;
  private long cutBytes = 256 << 10;
  private long rowGroupBytes = 32 << 10;
  private int partitions = 2;
  private String instance = "instance";
  private Optional<SinkSettings.Source> source = Optional.empty();
  private IoRetry retry = new IoRetry(0, Duration.ZERO);
  private boolean nearDedup;
  private DropExamples examples = new DropExamples();

  private TestingSink(Path root) {
    this.root = root;
  }

  /** Shards of 64 KiB, cuts of 256 KiB, two partitions, no retries, no near-deduplication. */
  static TestingSink in(Path root) {
    return new TestingSink(root);
  }

  private TestingSink with(Consumer<TestingSink> change) {
    TestingSink copy = new TestingSink(root);
    copy.byDump = byDump;
    copy.columns = columns;
    copy.maxFileBytes = maxFileBytes;
    copy.cutBytes = cutBytes;
    copy.rowGroupBytes = rowGroupBytes;
    copy.partitions = partitions;
    copy.instance = instance;
    copy.source = source;
    copy.retry = retry;
    copy.nearDedup = nearDedup;
    copy.examples = examples;
    change.accept(copy);
    return copy;
  }

  TestingSink withRoot(Path other) {
    return with(sink -> sink.root = other);
  }

  /** Shards that do not lie in a directory for each dump. */
  TestingSink withoutDumps() {
    return with(sink -> sink.byDump = false);
  }

  /** Shards of other columns. */
  TestingSink withColumns(List<String> names) {
    return with(sink -> sink.columns = names);
  }

  TestingSink withMaxFileBytes(long bytes) {
    return with(sink -> sink.maxFileBytes = bytes);
  }

  TestingSink withCutBytes(long bytes) {
    return with(sink -> sink.cutBytes = bytes);
  }

  TestingSink withRowGroupBytes(long bytes) {
    return with(sink -> sink.rowGroupBytes = bytes);
  }

  TestingSink withPartitions(int number) {
    return with(sink -> sink.partitions = number);
  }

  TestingSink withInstance(String name) {
    return with(sink -> sink.instance = name);
  }

  /** With a source of the texts that do not travel. */
  TestingSink withSource(SinkSettings.Source there) {
    return with(sink -> sink.source = Optional.of(there));
  }

  TestingSink withRetry(IoRetry other) {
    return with(sink -> sink.retry = other);
  }

  /** With somebody who wants examples of what is left out. */
  TestingSink withExamples(DropExamples wanted) {
    return with(sink -> sink.examples = wanted);
  }

  TestingSink withNearDedup() {
    return with(sink -> sink.nearDedup = true);
  }

  Path root() {
    return root;
  }

  List<String> columns() {
    return columns;
  }

  long maxFileBytes() {
    return maxFileBytes;
  }

  SinkSettings settings() {
    Map<String, String> ids = new TreeMap<>();
    TOPICS.curated().forEach(topic -> ids.put(topic, TOPIC_ID));
    return settings(TOPICS, CLUSTER, ids);
  }

  SinkSettings settings(TopicNames topics, String clusterId, Map<String, String> topicIds) {
    return new SinkSettings(
        new SinkTopics(topics, partitions, clusterId, topicIds),
        new ShardOutput(
            new OutputLayout(root, "en", byDump),
            new ShardFormat(columns, ShardCompression.ZSTD, 3, 8 << 10, rowGroupBytes),
            maxFileBytes,
            new TreeMap<>(Map.of("sampling.seed", "42")),
            "content-hash",
            instance,
            root.resolve("_sluice/tmp").resolve(instance)),
        new DatasetFiles(
            new VersionRecord(
                "1.0",
                "2026-02-06",
                "source/set",
                "default",
                new TreeMap<>(Map.of("2.8", 0.3)),
                0,
                0,
                "zstd"),
            "set",
            "attribution\n",
            "1.2.3",
            new TreeMap<>(Map.of("dataset.name", "set", "dataset.version", "1.0"))),
        cutBytes,
        nearDedup,
        source,
        new SinkWorkers(2, 4 << 20, SOURCE_BYTES, retry),
        examples,
        TextSigner::forTakeDowns);
  }

  static TopicPartition partition(int partition) {
    return new TopicPartition(TOPICS.curated("4.0"), partition);
  }

  CutLog log(TopicPartition partition) {
    return new CutLog(settings().layout().cuts(partition.topic(), partition.partition()));
  }

  /** A sink as a process has it that starts now: temporary files cleared, at the last cut. */
  /** All partitions of the curated topics, two of each. */
  static List<TopicPartition> curatedPartitions() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : TOPICS.curated()) {
      for (int partition = 0; partition < 2; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    }
    return partitions;
  }

  PartitionSink open(TopicPartition partition) throws IOException {
    return open(partition, WriterSchemas.shipped());
  }

  PartitionSink open(TopicPartition partition, WriterSchemas schemas) throws IOException {
    SinkSettings settings = settings();
    settings.publication().clear();
    CutLog log = log(partition);
    PartitionSink sink =
        new PartitionSink(
            settings,
            partition,
            log,
            log.read(),
            new SourceTexts(source, PinnedUnits.NONE, SOURCE_BYTES),
            schemas,
            new Blocklists(settings.layout()).named(settings, 0));
    sink.deleteLeftovers();
    return sink;
  }

  /** Takes the records from the sink's position on, as a consumer would that was sought there. */
  static void feed(PartitionSink sink, List<ConsumerRecord<byte[], byte[]>> records)
      throws IOException {
    long from = sink.lastCut().nextOffset();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (record.offset() >= from) {
        accept(sink, record);
      }
    }
  }

  /** Takes one record, all of its rows that are not in shards. */
  static List<EndedUnit> accept(PartitionSink sink, ConsumerRecord<byte[], byte[]> record)
      throws IOException {
    return accept(sink, record, row -> false);
  }

  /** The same, leaving rows out. */
  static List<EndedUnit> accept(
      PartitionSink sink, ConsumerRecord<byte[], byte[]> record, Predicate<TopicDocument> leftOut)
      throws IOException {
    List<EndedUnit> ended = new ArrayList<>();
    PartitionQueue queue = sink.queue();
    queue.add(List.of(record));
    for (Optional<Step> step = queue.peek(); step.isPresent(); step = queue.peek()) {
      ended.addAll(take(sink, step.get(), leftOut));
      queue.remove();
    }
    return ended;
  }

  /** Takes one step, unless it is a row that is to be left out. */
  static List<EndedUnit> take(PartitionSink sink, Step step, Predicate<TopicDocument> leftOut)
      throws IOException {
    if (step instanceof Step.Row row && leftOut.test(row.document())) {
      sink.leaveOut(row);
      return List.of();
    }
    return sink.accept(step);
  }

  /** The content of all files below a directory of the output, by relative path. */
  SortedMap<String, String> contents(String directory) throws IOException {
    SortedMap<String, String> contents = new TreeMap<>();
    Path from = root.resolve(directory);
    if (!Files.exists(from)) {
      return contents;
    }
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(
            root.relativize(file).toString(), dev.sluice.storage.publish.Publication.sha256(file));
      }
    }
    return contents;
  }

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
