package dev.sluice.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.topics.record.EndOfUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records in Confluent's wire format, alone and between others. */
@Timeout(300)
class ConfluentIT {
  private static final List<String> BUCKETS = List.of("2.8", "3.0", "3.5", "4.0");
  private static final int PARTITIONS = 2;
  private static final String DOCUMENTS = "sluice.documents";
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final int UNKNOWN_ID = 471_100;
  private static final byte SINGLE_OBJECT = (byte) 0xC3;
  private static final Duration POLL = Duration.ofMillis(100);

  @TempDir private Path directory;
  private final Registry registry = Registry.start();
  private final Map<Integer, Schema> schemas = new HashMap<>();
  private Job job;
  private Roles roles;

  @BeforeEach
  void start() {
    job = Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    roles = Roles.of(directory, job);
  }

  @AfterEach
  void stop() {
    roles.close();
    registry.close();
  }

  private String url() {
    return "--set=topics.registry-url=" + registry.url();
  }

  private Program start(String role, String... options) {
    List<String> all = new ArrayList<>(List.of("--set=topics.avro-encoding=confluent", url()));
    all.addAll(Arrays.asList(options));
    return roles.start(role, "a", all.toArray(new String[0]));
  }

  @Test
  void shouldMakeTheSameBytesOfRecordsThatOthersCanRead() throws Exception {
    start("ingest").await().with(0);
    List<byte[]> documents = values(DOCUMENTS);
    assertThat(documents).allSatisfy(value -> assertThat(value).startsWith(0));
    assertThat(names(documents)).containsOnlyKeys("Document", "EndOfUnit");
    assertThat(names(documents)).containsEntry("EndOfUnit", 3L * PARTITIONS);

    send(ByteBuffer.allocate(9).put((byte) 0).putInt(UNKNOWN_ID).putInt(7).array());
    Program streams = start("streams");
    streams.awaitThat("all documents", () -> curated().equals(kept()));
    for (String bucket : BUCKETS) {
      assertThat(values("sluice.curated." + bucket))
          .allSatisfy(value -> assertThat(value).startsWith(0));
    }
    String reason = "malformed: schema id %d is not known to the registry".formatted(UNKNOWN_ID);
    streams.awaitThat("the reject", () -> isRejectedFor(reason));
    assertThat(peek("rejects")).contains(reason + " at " + registry.url());
    assertThat(peek("curated.3.0", url())).contains("\"document\"").doesNotContain("malformed");
    assertThat(peek("curated.3.0")).contains("topics.registry-url is not set");

    Program sink = start("sink");
    start("ingest", "--wait").await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    streams.terminate();
    sink.terminate();
    streams.await().with(143);
    sink.await().with(143);
  }

  @Test
  @Tag("endurance")
  void shouldReadAMixture() {
    roles.start("ingest", "a", "--dump", DUMP).await().with(0);
    start("ingest").await().with(0);
    assertThat(values(DOCUMENTS))
        .anyMatch(value -> value[0] == SINGLE_OBJECT)
        .anyMatch(value -> value[0] == 0);
    assertThat(
            roles
                .start("streams", "a", "--set=topics.registry-url=http://127.0.0.1:1")
                .await()
                .with(1)
                .lastLine())
        .contains("streams: the schema registry at http://127.0.0.1:1 does not respond");

    Program streams = roles.start("streams", "a", url());
    streams.awaitThat("all documents", () -> curated().equals(kept()));
    assertThat(values("sluice.curated.3.0")).allMatch(value -> value[0] == SINGLE_OBJECT);
    roles.start("sink", "a", url());
    start("ingest", "--wait").await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());

    SortedMap<String, String> others = job.result().files();
    others.keySet().removeIf(path -> path.contains(DUMP));
    start("reset", "--dump", DUMP).await().with(0);
    assertThat(job.result().files()).isEqualTo(others);
  }

  @Test
  @Tag("endurance")
  void shouldLetTheEncodingChangeBetweenRuns() {
    Job first = Job.of(Undisturbed.source(), directory.resolve("other"), "--dump", DUMP);
    first.run(0);
    Job.of(first.input(), first.output(), "--set=topics.avro-encoding=confluent", url()).run(0);
    assertThat(first.result().files()).isEqualTo(Undisturbed.output().files());
    Job.of(first.input(), first.output()).run(0);
  }

  @Test
  void shouldSayWhatIsWrongWithTheRegistry() {
    String confluent = "--set=topics.avro-encoding=confluent";
    assertThat(
            roles
                .start("ingest", "b", confluent, "--set=topics.registry-url=http://127.0.0.1:1")
                .await()
                .with(1)
                .lastLine())
        .startsWith(
            "sluice: the schema registry at http://127.0.0.1:1 does not respond (connection"
                + " refused)")
        .contains("topics.registry-url");
    try (TestingRegistry closed = new TestingRegistry(false)) {
      Program.Ended refused =
          roles
              .start(
                  "ingest",
                  "b",
                  confluent,
                  "--set=topics.registry-url=" + closed.url(),
                  "--set=topics.registry-properties.basic.auth.user.info=me:pl4nt3d")
              .await()
              .with(2);
      assertThat(refused.lastLine())
          .startsWith("sluice: topics.registry-properties: the schema registry at " + closed.url())
          .contains("HTTP 401: who are you?", "basic.auth.user.info");
      assertThat(refused.err()).doesNotContain("pl4nt3d");
    }
    Program.Ended wrong =
        roles
            .start("ingest", "b", confluent, "--set=topics.registry-url=" + registry.url() + "/no")
            .await()
            .with(2);
    assertThat(wrong.lastLine()).contains("topics.registry-url", "HTTP 404");
    assertThat(job.output()).doesNotExist();
  }

  private boolean isRejectedFor(String reason) {
    return values("sluice.rejects").stream()
        .anyMatch(reject -> new String(reject, ISO_8859_1).contains(reason));
  }

  /** Documents that are to come out, by bucket. */
  private static Map<String, Long> kept() {
    Map<String, Long> kept = new TreeMap<>();
    Undisturbed.output()
        .kept()
        .forEach((place, rows) -> kept.merge(place.split("/")[0], (long) rows.size(), Long::sum));
    return kept;
  }

  /** Documents on the curated topics. */
  private Map<String, Long> curated() {
    Map<String, Long> counts = new TreeMap<>();
    for (String bucket : BUCKETS) {
      counts.put(bucket, names(values("sluice.curated." + bucket)).getOrDefault("Document", 0L));
    }
    return counts;
  }

  /** How many records there are of each schema; each is decoded whole. */
  private Map<String, Long> names(List<byte[]> values) {
    Map<String, Long> names = new TreeMap<>();
    for (byte[] value : values) {
      names.merge(decode(value), 1L, Long::sum);
    }
    return names;
  }

  private String decode(byte[] value) {
    if (value[0] == SINGLE_OBJECT) {
      return isMarker(value) ? "EndOfUnit" : "Document";
    }
    int id = ByteBuffer.wrap(value).getInt(1);
    Schema schema = schemas.computeIfAbsent(id, registry::schema);
    try {
      GenericRecord record =
          new GenericDatumReader<GenericRecord>(schema)
              .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
      return record.getSchema().getName();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isMarker(byte[] value) {
    return EndOfUnit.matches(value);
  }

  /** The committed values of a topic, markers of transactions left out. */
  private List<byte[]> values(String topic) {
    List<byte[]> values = new ArrayList<>();
    List<TopicPartition> partitions =
        List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", roles.servers(), "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          values.add(record.value());
        }
      }
    }
    return values;
  }

  private void send(byte[] value) throws Exception {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", roles.servers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(DOCUMENTS, 1, "id".getBytes(UTF_8), value)).get();
    }
  }

  private String peek(String topic, String... options) {
    List<String> arguments = new ArrayList<>(List.of("peek", topic, "--kafka", roles.servers()));
    arguments.addAll(Arrays.asList(options));
    return Program.run(arguments).with(0).out();
  }
}
