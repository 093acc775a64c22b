package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.topics.record.DocumentEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others write to the topics while a job runs stops nothing and becomes no row. */
class ForeignRecordsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Base64.Encoder BASE64 = Base64.getEncoder();
  private static final int PARTITIONS = 2;
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final byte[] KEY = "id".getBytes(UTF_8);
  private static final byte[] DOCUMENT =
      new DocumentEncoder("data/%s#1".formatted(DUMP), "data/%s/0.parquet".formatted(DUMP))
          .encode(
              new DocumentEncoder.Head(0, DUMP, OptionalDouble.of(4.5)),
              "another id".getBytes(UTF_8),
              "A text that must not arrive.".getBytes(UTF_8),
              0,
              28);

  private static final List<Poison> POISON =
      List.of(
          new Poison("unknown header", "this is no Avro".getBytes(UTF_8)),
          new Poison("unknown header", changed(0)),
          new Poison("unknown header", changed(5)),
          new Poison("an invalid length of ", Arrays.copyOf(DOCUMENT, DOCUMENT.length / 2)),
          new Poison("bytes after the text", Arrays.copyOf(DOCUMENT, DOCUMENT.length + 3)),
          new Poison("the key of the record differs from the id of its document", DOCUMENT));

  /** A value that is no document under {@link #KEY}, and a part of the reason. */
  private record Poison(String reason, byte[] value) {
    ProducerRecord<byte[], byte[]> in(String topic, int partition) {
      return new ProducerRecord<>(topic, partition, KEY, value);
    }

    String shown(int partition) {
      return "partition %d: %s".formatted(partition, BASE64.encodeToString(value));
    }
  }

  @TempDir Path directory;
  private Job job;
  private Roles roles;

  private static byte[] changed(int at) {
    byte[] value = DOCUMENT.clone();
    value[at] ^= 0x55;
    return value;
  }

  @BeforeEach
  void startBroker() {
    job = Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    roles = Roles.of(directory, job);
  }

  @AfterEach
  void stopAll() {
    roles.close();
  }

  @Test
  void shouldContinueAndShowWhatItQuarantined() throws Exception {
    Program streams = roles.start("streams", "a");
    Program sink = roles.start("sink", "a");
    streams.awaitThat("topics and their owner", () -> peek("progress").contains("\"owner\""));
    send(poison());
    send(foreign("sluice.curated.3.0"));
    send(progress());
    Program ingest = roles.start("ingest", "a", "--wait");
    ingest.awaitThat("the first cut", () -> job.result().cuts() > 0);
    send(poison());
    send(progress());
    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    assertThat(foreignOfCuts()).isEqualTo(PARTITIONS * POISON.size());

    int sent = 2 * PARTITIONS * POISON.size();
    streams.awaitThat("all rejects", () -> rejects().size() >= sent);
    assertThat(rejects()).containsExactlyInAnyOrderElementsOf(expected());
    streams.terminate();
    sink.terminate();
    assertThat(streams.await().with(143).err())
        .contains("rejected a record that is not a document");
    assertThat(sink.await().with(143).err()).contains("skipped a record");
    assertThat(roles.start("ingest", "a", "--wait").await().with(0).err())
        .contains("skipped a record that is not a progress record")
        .doesNotContain("unit read");
  }

  private static List<ProducerRecord<byte[], byte[]>> poison() {
    return foreign("sluice.documents");
  }

  private static List<ProducerRecord<byte[], byte[]>> foreign(String topic) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (Poison poison : POISON) {
        records.add(poison.in(topic, partition));
      }
    }
    return records;
  }

  private static List<ProducerRecord<byte[], byte[]>> progress() {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String key : List.of("", "whatever", "owner", "files/x", "reset/y", "schema/z")) {
      records.add(
          new ProducerRecord<>(
              "sluice.ingest.progress", 0, key.getBytes(UTF_8), "{\"no".getBytes(UTF_8)));
    }
    return records;
  }

  private void send(List<ProducerRecord<byte[], byte[]>> records)
      throws ExecutionException, InterruptedException {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", roles.servers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
    }
  }

  private long foreignOfCuts() {
    return Output.walk(job.output().resolve("_sluice/cuts")).stream()
        .mapToLong(cut -> Output.json(cut).path("foreign").asLong())
        .sum();
  }

  /** What each poisoned record must be shown as, twice for each partition. */
  private static List<String> expected() {
    List<String> expected = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (Poison poison : POISON) {
        expected.addAll(List.of(poison.shown(partition), poison.shown(partition)));
      }
    }
    return expected;
  }

  /** What is shown of malformed records; rows whose text is not UTF-8 are rejected too. */
  private List<String> rejects() {
    List<String> rejects = new ArrayList<>();
    for (String line : peek("rejects").lines().toList()) {
      JsonNode value = json(line).get("value");
      String raw = value.get("raw_base64").asText();
      String reason = value.get("reason").asText();
      if (reason.startsWith("malformed: ")) {
        assertThat(reason).contains(reasonOf(raw));
        rejects.add("partition %d: %s".formatted(value.get("partition").asInt(), raw));
      }
    }
    return rejects;
  }

  private static String reasonOf(String raw) {
    return POISON.stream()
        .filter(poison -> BASE64.encodeToString(poison.value()).equals(raw))
        .map(Poison::reason)
        .findFirst()
        .orElseThrow(() -> new AssertionError("rejected, and not sent by this test: " + raw));
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(line, e);
    }
  }

  private String peek(String topic) {
    Program.Ended ended =
        Program.run("peek", topic, "--kafka", roles.servers(), "-n", "1000", "--full");
    return ended.exitCode() == 0 ? ended.out() : "";
  }
}
