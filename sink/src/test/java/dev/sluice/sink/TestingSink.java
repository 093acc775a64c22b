package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Settings of a small output, and what tests do with it.
 *
 * @param root of the output
 * @param byDump whether shards lie in a directory per dump
 * @param maxFileBytes of a shard
 * @param cutBytes of a cut
 * @param rowGroupBytes of a shard
 * @param partitions of each topic
 * @param instance that writes
 * @param source of texts that did not travel
 * @param retry after I/O errors; none at first
 * @param bands of near-deduplication; none at first
 */
record TestingSink(
    Path root,
    boolean byDump,
    long maxFileBytes,
    long cutBytes,
    long rowGroupBytes,
    int partitions,
    String instance,
    Optional<SinkSettings.Source> source,
    IoRetry retry,
    int bands) {
  private static final long SOURCE_BYTES = 1 << 20;
  static final TopicNames TOPICS = new TopicNames("test", List.of("2.8", "4.0"));
  static final String CLUSTER = "cluster";
  static final String TOPIC_ID = "topic-id";

  /** Without retries. */
  TestingSink(
      Path root,
      boolean byDump,
      long maxFileBytes,
      long cutBytes,
      long rowGroupBytes,
      int partitions,
      String instance,
      Optional<SinkSettings.Source> source) {
    this(
        root,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        new IoRetry(0, Duration.ZERO),
        0);
  }

  /** Shards of 64 KiB, cuts of 256 KiB, two partitions. */
  static TestingSink in(Path root) {
    return new TestingSink(
        root,
        true,
        64 << 10,
        256 << 10,
        32 << 10,
        2,
        "instance",
        Optional.empty(),
        new IoRetry(0, Duration.ZERO),
        0);
  }

  TestingSink withRoot(Path other) {
    return new TestingSink(
        other,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        retry,
        bands);
  }

  TestingSink withMaxFileBytes(long bytes) {
    return new TestingSink(
        root, byDump, bytes, cutBytes, rowGroupBytes, partitions, instance, source, retry, bands);
  }

  TestingSink withCutBytes(long bytes) {
    return new TestingSink(
        root,
        byDump,
        maxFileBytes,
        bytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        retry,
        bands);
  }

  TestingSink withInstance(String name) {
    return new TestingSink(
        root,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        name,
        source,
        retry,
        bands);
  }

  TestingSink withSource(SinkSettings.Source there) {
    return new TestingSink(
        root,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        Optional.of(there),
        retry,
        bands);
  }

  TestingSink withRetry(IoRetry other) {
    return new TestingSink(
        root,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        other,
        bands);
  }

  TestingSink withBands(int number) {
    return new TestingSink(
        root,
        byDump,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        retry,
        number);
  }

  TestingSink withoutDumps() {
    return new TestingSink(
        root,
        false,
        maxFileBytes,
        cutBytes,
        rowGroupBytes,
        partitions,
        instance,
        source,
        retry,
        bands);
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
            new ShardFormat(
                List.of("id", "text", "score"), ShardCompression.ZSTD, 3, 8 << 10, rowGroupBytes),
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
        bands,
        source,
        new SinkWorkers(2, 4 << 20, SOURCE_BYTES, retry));
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
    return new PartitionSink(
        settings,
        partition,
        log,
        log.read(),
        new SourceTexts(source, PinnedUnits.NONE, SOURCE_BYTES),
        schemas);
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
    contents.remove("_sluice/sealed.json"); // times of files are in it
    return contents;
  }

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
