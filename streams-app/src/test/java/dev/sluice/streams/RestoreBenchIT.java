package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.core.DedupKey;
import dev.sluice.embedded.BrokerSettings;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.Partitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a topology restores so many ids, and what they take on disk. Inside the measured region:
 * from the start of the topology, without state, to its being ready. Broker, topology and the
 * filling share one JVM, so CPU seconds include the broker's reading. Run by
 *
 * <pre>mvn -pl streams-app -am verify -Dtest=NoUnit -Dsurefire.failIfNoSpecifiedTests=false \
 *   -Dit.test=RestoreBenchIT -Dfailsafe.failIfNoSpecifiedTests=false \
 *   -Dsluice.bench.keys=1000000</pre>
 *
 * with {@code -Dsluice.bench.partitions=2} and {@code -Dsluice.bench.threads=2} where these are
 * others.
 */
@EnabledIfSystemProperty(named = "sluice.bench.keys", matches = "[0-9]+")
class RestoreBenchIT {
  private static final int KEYS = Integer.getInteger("sluice.bench.keys", 0);
  private static final int PARTITIONS = Integer.getInteger("sluice.bench.partitions", 2);
  private static final int THREADS = Integer.getInteger("sluice.bench.threads", 2);
  private static final double NANOS = 1e9;

  @TempDir private Path directory;

  @Test
  void shouldRestore() throws Exception {
    Path broker = directory.resolve("broker");
    try (EmbeddedBroker running = EmbeddedBroker.start(BrokerSettings.in(broker), fault -> {})) {
      KafkaConnection connection = new KafkaConnection(running.bootstrapServers(), Map.of());
      TestingTopics topics = new TestingTopics(connection, "bench", PARTITIONS);
      topics.sendUnit("CC-MAIN-2024-10#1", List.of(TestingDocument.of("id", 4)));
      StreamsSettings none = TestingCuration.how(topics.names(), directory.resolve("none"), 1);
      try (StreamsRunner runner =
          StreamsRunner.start(CurationTopology.build(topics.settings()), connection, none)) {
        topics.readCurated("high", 1);
        assertThat(runner.failure()).isEmpty();
      }
      String changelog = topics.names().applicationId() + "-ids-changelog";
      fill(connection, changelog);
      Path state = directory.resolve("state");
      restore(topics, connection, TestingCuration.how(topics.names(), state, THREADS));
      System.out.printf(
          Locale.ROOT,
          "state %.1f B/key, changelog %.1f B/key%n",
          (double) bytes(state, "") / KEYS,
          (double) bytes(broker, changelog) / KEYS);
    }
  }

  private static void fill(KafkaConnection connection, String changelog) {
    Random random = new Random(1);
    DedupKey keys = new DedupKey();
    try (Producer<byte[], byte[]> producer =
        connection.producer(Map.of("batch.size", 512 << 10, "linger.ms", 100))) {
      for (int i = 0; i < KEYS; i++) {
        byte[] id = ("<urn:uuid:%s>".formatted(uuid(random))).getBytes(UTF_8);
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(random.nextInt(100)).array();
        producer.send(
            new ProducerRecord<>(changelog, Partitions.of(id, PARTITIONS), keys.of(0, id), value));
      }
    }
  }

  private static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static void restore(
      TestingTopics topics, KafkaConnection connection, StreamsSettings settings) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long begun = System.nanoTime();
    try (StreamsRunner runner =
        StreamsRunner.start(CurationTopology.build(topics.settings()), connection, settings)) {
      while (!runner.isRunning()) {
        assertThat(runner.failure()).isEmpty();
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
      double seconds = (System.nanoTime() - begun) / NANOS;
      System.out.printf(
          Locale.ROOT,
          "%,d keys, %d partitions, %d threads: %.1f s, %,.0f keys/s, %.1f CPU s%n",
          KEYS,
          PARTITIONS,
          THREADS,
          seconds,
          KEYS / seconds,
          (system.getProcessCpuTime() - cpu) / NANOS);
    }
  }

  private static long bytes(Path directory, String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getParent().getFileName().toString().startsWith(name))
          .filter(file -> !file.toString().endsWith("index"))
          .mapToLong(RestoreBenchIT::size)
          .sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
