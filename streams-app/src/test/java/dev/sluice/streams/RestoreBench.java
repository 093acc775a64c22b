package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.core.DedupKey;
import dev.sluice.core.values.StateProfile;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.streams.Ledger.LedgerSupplier;
import dev.sluice.streams.gauge.TopologyGauge;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a topology takes to be ready after a kill, and after its state was lost, by profile of
 * its stores and with a standby copy, and what so many ids take on disk. Broker, topology and the
 * filling share one JVM, so CPU seconds include the broker's reading. Run by
 *
 * <pre>mvn -Dquick -pl streams-app -am test -Dtest=RestoreBench -Dsluice.bench.keys=1000000</pre>
 *
 * with {@code -Dsluice.bench.partitions=2} and {@code -Dsluice.bench.threads=2} where these are
 * others.
 */
class RestoreBench {
  private static final int KEYS = Integer.getInteger("sluice.bench.keys", 0);
  private static final int PARTITIONS = Integer.getInteger("sluice.bench.partitions", 2);
  private static final int THREADS = Integer.getInteger("sluice.bench.threads", 2);
  private static final int KNOWN = 1_000;

  /** The counter of the kept documents of a unit, as {@link Ledger} stores it. */
  private static final byte[] KEPT = "count/filled\0filled\0low\0kept".getBytes(UTF_8);

  private static final int UNITS_BEFORE_THE_KILL = 4;
  private static final int DOCUMENTS_BEFORE_THE_KILL = 400_000;
  private static final double NANOS = 1e9;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @TempDir private Path directory;
  private EmbeddedBroker broker;
  private KafkaConnection connection;
  private TestingTopics topics;
  private String changelog;
  private final List<TestingDocument> known = new ArrayList<>();

  @BeforeEach
  void fillTheChangelog() throws Exception {
    broker =
        EmbeddedBroker.start(EmbeddedBroker.Settings.in(directory.resolve("broker")), fault -> {});
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
    topics = new TestingTopics(connection, "bench", PARTITIONS);
    topics.sendUnit("CC-MAIN-2024-10#1", List.of(TestingDocument.of("id", 4)));
    StreamsSettings none = TestingCuration.how(topics.names(), directory.resolve("none"), 1);
    try (StreamsRunner runner = run(none)) {
      topics.readCurated("high", 1);
      assertThat(runner.failure()).isEmpty();
    }
    changelog = topics.names().applicationId() + "-ids-changelog";
    fill();
    System.out.printf(
        Locale.ROOT,
        "%,d keys, %d partitions, %d threads, changelog %.1f B/key%n",
        KEYS,
        PARTITIONS,
        THREADS,
        (double) bytes(directory.resolve("broker"), changelog) / KEYS);
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private StreamsRunner run(StreamsSettings settings) {
    TopologyGauge gauge = new TopologyGauge();
    return StreamsRunner.start(
        CurationTopology.build(topics.settings(), gauge), connection, settings, gauge);
  }

  private void fill() {
    Random random = new Random(1);
    DedupKey keys = new DedupKey();
    long[] kept = new long[PARTITIONS];
    try (Producer<byte[], byte[]> producer =
        connection.producer(Map.of("batch.size", 512 << 10, "linger.ms", 100))) {
      for (int i = 0; i < KEYS; i++) {
        byte[] id = ("<urn:uuid:%s>".formatted(uuid(random))).getBytes(UTF_8);
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(random.nextInt(100)).array();
        int partition = Partitions.of(id, PARTITIONS);
        kept[partition]++;
        producer.send(new ProducerRecord<>(changelog, partition, keys.of(0, id), value));
        if (known.size() < KNOWN) {
          known.add(TestingDocument.of(id, 1.5));
        }
      }
      for (int partition = 0; partition < PARTITIONS; partition++) {
        byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(kept[partition]).array();
        producer.send(
            new ProducerRecord<>(
                LedgerSupplier.changelog(topics.names().applicationId()), partition, KEPT, count));
      }
    }
  }

  private static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  @Test
  void shouldRestore() throws IOException {
    for (StateProfile profile : StateProfile.values()) {
      Path state = directory.resolve(profile.name());
      long cpu = SYSTEM.getProcessCpuTime();
      long start = System.nanoTime();
      try (StreamsRunner runner =
          run(TestingCuration.how(topics.names(), state, THREADS, profile))) {
        awaitRunning(runner);
        report("%s: restored".formatted(profile), start, cpu);
      }
      System.out.printf(
          Locale.ROOT, "%s: state %.1f B/key%n", profile, (double) bytes(state, "") / KEYS);
    }
  }

  /**
   * From the start after a kill until the instance has gone on in all partitions. Before the kill,
   * it has restored everything and read enough documents for RocksDB to write some of them.
   */
  @Test
  void shouldContinueAfterAKill() throws IOException {
    Path state = directory.resolve("killed");
    int units = 2;
    try (TestingInstance instance =
        TestingInstance.startTwin(connection, topics, state, "instance")) {
      assertAllKnown("CC-MAIN-2024-18#1", units);
      for (int i = 0; i < UNITS_BEFORE_THE_KILL; i++) {
        units++;
        topics.sendUnit("CC-MAIN-2024-%d#1".formatted(100 + i), others(i));
        topics.readCurated("low", units);
      }
      instance.kill();
    }
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    try (StreamsRunner runner = run(TestingCuration.how(topics.names(), state, THREADS))) {
      long records = 0;
      while (!runner.isRunning()) {
        assertThat(runner.failure()).isEmpty();
        records =
            Math.max(
                records,
                runner
                    .restore()
                    .map(restore -> restore.records() + restore.remaining())
                    .orElse(0L));
        pause();
      }
      report("killed: running, %,d records restored".formatted(records), start, cpu);
      assertAllKnown("CC-MAIN-2024-26#1", units + 1);
      report("killed: continued", start, cpu);
      assertThat(runner.failure()).isEmpty();
    }
  }

  private static List<TestingDocument> others(int unit) {
    return IntStream.range(0, DOCUMENTS_BEFORE_THE_KILL / UNITS_BEFORE_THE_KILL)
        .mapToObj(i -> TestingDocument.of("other %d of %d".formatted(i, unit), 4))
        .toList();
  }

  /** From the kill of the instance that has all partitions until the other has gone on in all. */
  @Test
  void shouldContinueWithAStandbyCopy() throws IOException {
    try (TestingInstance active =
        TestingInstance.startTwin(connection, topics, directory.resolve("active"), "active")) {
      assertAllKnown("CC-MAIN-2024-18#1", 2);
      try (StreamsRunner standby =
          run(TestingCuration.howAsTwin(topics.names(), directory.resolve("standby"), "standby"))) {
        while (standby.storePartitions() < 2 * PARTITIONS || standby.largestStoreLag() > 1) {
          assertThat(standby.failure()).isEmpty();
          assertThat(active.isAlive()).isTrue();
          pause();
        }
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        active.kill();
        assertAllKnown("CC-MAIN-2024-26#1", 3);
        report("standby: continued", start, cpu);
        assertThat(standby.failure()).isEmpty();
      }
    }
  }

  /** Sends ids that were restored; waits until they are dropped, and the units have ended. */
  private void assertAllKnown(String unit, int units) {
    topics.sendUnit(unit, known);
    assertThat(topics.readCurated("low", units)).hasSize(units * PARTITIONS);
  }

  private static void awaitRunning(StreamsRunner runner) {
    while (!runner.isRunning()) {
      assertThat(runner.failure()).isEmpty();
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
  }

  private static void report(String what, long start, long cpu) {
    double seconds = (System.nanoTime() - start) / NANOS;
    double cpuSeconds = (SYSTEM.getProcessCpuTime() - cpu) / NANOS;
    System.out.printf(
        Locale.ROOT,
        "%s in %.1f s, %,.0f keys/s, %.1f CPU s, load %.1f%n",
        what,
        seconds,
        KEYS / seconds,
        cpuSeconds,
        SYSTEM.getSystemLoadAverage());
  }

  private static long bytes(Path directory, String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getParent().getFileName().toString().startsWith(name))
          .filter(file -> !file.toString().endsWith("index"))
          .mapToLong(RestoreBench::size)
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
