package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Unit;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.core.values.StateProfile;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.streams.StateStoreConfig.StateCache;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The topology in Kafka's driver, with RocksDB in a directory. Offsets begin at 0 with every
 * driver: a second one on the same directory that is sent the same records sees them at their old
 * offsets.
 */
final class TestingCuration implements AutoCloseable {
  private static final StreamsSettings.Memory MEMORY = memory(StateProfile.BOUNDED);
  private static final StateCache CACHE = new StateCache(MEMORY.state());
  private static final TopicNames NAMES = new TopicNames("test", List.of());
  private static final String TASK = "0_0";

  static final int MAX_RECORD_BYTES = 1 << 20;
  static final String TOPIC_ID = "Lqr_M5bSTJmQJcNvGEQfAQ";
  static final List<Bucket> BUCKETS =
      List.of(
          new Bucket("low", 1, 2, 1),
          new Bucket("never", 2, 3, 0),
          new Bucket("high", 3, Double.POSITIVE_INFINITY, 1));

  private final TopologyGauge gauge = new TopologyGauge(new DropExamples());
  private final TopologyTestDriver driver;
  private final TestInputTopic<byte[], byte[]> documents;
  private final TopicNames names;
  private final Path stateDir;

  private TestingCuration(CurationSettings settings, Properties properties) {
    this.stateDir = Path.of(properties.getProperty(StreamsConfig.STATE_DIR_CONFIG));
    this.names = settings.names();
    this.driver = new TopologyTestDriver(CurationTopology.build(settings, gauge), properties);
    this.documents =
        driver.createInputTopic(
            names.documents(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** What it counts. A test calls commit as the producer of its stream thread would. */
  TopologyGauge gauge() {
    return gauge;
  }

  private static StreamsSettings.Memory memory(StateProfile profile) {
    return new StreamsSettings.Memory(new StateMemory(64L << 20, profile), 8 << 20, 32L << 20);
  }

  static CurationRules rules(DedupScope scope) {
    return rules(BUCKETS, scope);
  }

  static CurationRules rules(List<Bucket> buckets, DedupScope scope) {
    return new CurationRules(0, 5, 1, new ScoreBuckets(buckets, 1e-9), 42, scope);
  }

  static CurationSettings settings(CurationRules rules, String topicId) {
    return settings(rules, topicId, WriterSchemas.shipped());
  }

  static CurationSettings settings(CurationRules rules, String topicId, WriterSchemas schemas) {
    return settings(rules, topicId, schemas, WireFormat.singleObject());
  }

  static CurationSettings settings(
      CurationRules rules, String topicId, WriterSchemas schemas, WireFormat format) {
    List<String> buckets = rules.buckets().all().stream().map(Bucket::name).toList();
    return new CurationSettings(
        new TopicNames("test", buckets),
        rules,
        TestingOperators.NONE,
        Optional.empty(),
        topicId,
        schemas,
        format,
        MAX_RECORD_BYTES);
  }

  /** The same with operators. */
  static CurationSettings settings(CurationRules rules, OperatorRule operators) {
    CurationSettings plain = settings(rules, TOPIC_ID);
    return new CurationSettings(
        plain.names(),
        rules,
        operators,
        Optional.empty(),
        TOPIC_ID,
        plain.schemas(),
        plain.format(),
        MAX_RECORD_BYTES);
  }

  /** The same with near-deduplication. */
  static CurationSettings settings(CurationSettings plain, NearDedup nearDedup) {
    return RecordCopy.with(plain, "nearDedup", Optional.of(nearDedup));
  }

  static Properties properties(Path stateDir) {
    return StreamsProperties.of(
        new KafkaConnection("localhost:1", Map.of()), how(NAMES, stateDir, 1), CACHE);
  }

  /** How tests run the topology of these topics. */
  static StreamsSettings how(TopicNames names, Path stateDir, int threads) {
    return how(names, stateDir, threads, StateProfile.BOUNDED);
  }

  static StreamsSettings how(TopicNames names, Path stateDir, int threads, StateProfile profile) {
    return new StreamsSettings(
        names,
        stateDir,
        "instance",
        threads,
        Duration.ofMillis(200),
        1,
        1 << 20,
        0,
        memory(profile),
        Map.of());
  }

  /** The same as one of two instances that keep copies of each other's stores. */
  static StreamsSettings howAsTwin(TopicNames names, Path stateDir, String instance) {
    return new StreamsSettings(
        names, stateDir, instance, 1, Duration.ofMillis(200), 1, 1 << 20, 1, MEMORY, Map.of());
  }

  static TestingCuration open(Path stateDir, DedupScope scope) {
    return open(stateDir, settings(rules(scope), TOPIC_ID));
  }

  static TestingCuration open(Path stateDir, CurationSettings settings) {
    return new TestingCuration(settings, properties(linked(stateDir)));
  }

  static TestingCuration openAtLeastOnce(Path stateDir) {
    Properties properties = properties(linked(stateDir));
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
    return new TestingCuration(settings(rules(DedupScope.BUCKET), TOPIC_ID), properties);
  }

  /** The driver deletes the task's directory when it is closed: let it have a link to delete. */
  private static Path linked(Path stateDir) {
    Path application = stateDir.resolve("driver").resolve(NAMES.applicationId());
    try {
      Path task = Files.createDirectories(stateDir.resolve(TASK));
      Files.createDirectories(application);
      Files.createSymbolicLink(application.resolve(TASK), task);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return application.getParent();
  }

  /** Copies the state as a killed process would leave it now. */
  void copyState(Path target) throws IOException {
    Path task = stateDir.resolve("..").resolve(TASK);
    try (Stream<Path> files = Files.walk(task)) {
      for (Path file : files.toList()) {
        Path copy = target.resolve(TASK).resolve(task.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  void send(TestingDocument... all) {
    for (TestingDocument document : all) {
      Headers headers = new RecordHeaders();
      headers.add("dump", document.dump().getBytes(UTF_8));
      documents.pipeInput(new TestRecord<>(document.id(), document.value(), headers));
    }
  }

  void send(byte[] key, byte[] value) {
    documents.pipeInput(new TestRecord<>(key, value));
  }

  void send(byte[] key, byte[] value, Headers headers) {
    documents.pipeInput(new TestRecord<>(key, value, headers));
  }

  /** The marker of a unit. */
  void end(String unit) {
    send(new byte[0], marker(unit, 0).encode());
  }

  /** Forgets a dump's units. */
  void forget(String reset, String dump, String... units) {
    send(new byte[0], forgetRecord(reset, dump, units).encode());
  }

  static Forget forgetRecord(String reset, String dump, String... units) {
    return new Forget(
        dump,
        reset,
        0,
        Arrays.stream(units)
            .map(unit -> ForgottenUnit.ended(unit, List.of(dump), List.of()))
            .toList());
  }

  /** Lets time pass until everything forgotten is deleted; how many ids are kept then. */
  int idsKept() {
    driver.advanceWallClockTime(Duration.ofSeconds(1));
    int kept = 0;
    try (KeyValueIterator<Object, Object> ids =
        driver.getKeyValueStore(DeduplicationProcessor.STORE).all()) {
      for (; ids.hasNext(); ids.next()) {
        kept++;
      }
    }
    return kept;
  }

  static EndOfUnit marker(String unit, int partition) {
    Counters ingested = new Counters();
    ingested.add(new Counters.Key(TestingDocument.DUMP, Counters.NO_BUCKET, Counters.ROWS), 1000);
    return new EndOfUnit(
        Unit.parse(unit),
        partition,
        List.of("data/a.parquet"),
        new TreeMap<>(Map.of("data/b.parquet", "cut off")),
        ingested,
        new Counters());
  }

  /** The output for a bucket since the last call: documents and markers. */
  List<TestRecord<byte[], byte[]>> curated(String bucket) {
    return read(names.curated(bucket));
  }

  /** The signatures since the last call. */
  List<TestRecord<byte[], byte[]>> signatures() {
    return read(names.signatures());
  }

  List<TestRecord<byte[], byte[]>> rejects() {
    return read(names.rejects());
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    TestOutputTopic<byte[], byte[]> output =
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    return output.isEmpty() ? List.of() : output.readRecordsToList();
  }

  /** The documents for a bucket since the last call. */
  List<byte[]> documents(String bucket) {
    return curated(bucket).stream().map(TestRecord::value).filter(DocumentRecord::matches).toList();
  }

  /** The markers for a bucket since the last call. */
  List<EndOfUnit> markers(String bucket) throws MalformedRecordException {
    List<EndOfUnit> markers = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : curated(bucket)) {
      if (EndOfUnit.matches(record.value())) {
        markers.add(EndOfUnit.parse(record.value()));
      }
    }
    return markers;
  }

  @Override
  public void close() {
    driver.close();
  }
}
