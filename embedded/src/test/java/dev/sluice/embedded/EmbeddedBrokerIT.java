package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.embedded.EmbeddedBroker.StartException.Reason;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class EmbeddedBrokerIT {
  private static final Consumer<String> NO_FAULT_EXPECTED =
      message -> {
        throw new AssertionError(message);
      };

  /** So many that their markers, each synced to the disk, take more than a tenth of a second. */
  private static final int MANY_PARTITIONS = 40;

  @TempDir private static Path runningDir;
  private static EmbeddedBroker running;
  private static long startedNanos;

  @TempDir Path dataDir;

  /** A broker for all tests that only need one. */
  @BeforeAll
  static void start() {
    running = EmbeddedBroker.start(EmbeddedBroker.Settings.in(runningDir), NO_FAULT_EXPECTED);
    startedNanos = System.nanoTime();
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private EmbeddedBroker startBroker() {
    return EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), NO_FAULT_EXPECTED);
  }

  private static TestingClient client(String topic) {
    return new TestingClient(running.bootstrapServers(), topic);
  }

  private static TestingClient clientOf(EmbeddedBroker broker) {
    return new TestingClient(broker.bootstrapServers(), "documents");
  }

  /**
   * A free port outside of the range that systems choose from, so that no connection gets it before
   * the broker does.
   */
  private static int freePort() {
    while (true) {
      try {
        return LoopbackPort.required(ThreadLocalRandom.current().nextInt(30_000, 32_000));
      } catch (EmbeddedBroker.StartException e) {
        continue; // it is taken
      }
    }
  }

  @Test
  void shouldShowCommittedTransactionsOnly() throws Exception {
    TestingClient client = client("committed");
    client.createTopic(Map.of());

    client.send(true, "kept", "too");
    client.send(false, "lost");

    assertThat(client.readAll()).containsExactly("kept", "too");
  }

  @Test
  void shouldHaveTheSecondVersionOfTransactions() throws Exception {
    try (Admin admin = client("none").admin()) {
      short version =
          admin
              .describeFeatures()
              .featureMetadata()
              .get()
              .finalizedFeatures()
              .get("transaction.version")
              .maxVersionLevel();

      assertThat(version).isEqualTo((short) 2);
    }
  }

  @Test
  void shouldKeepClusterIdTopicsAndRecordsOverRestarts() throws Exception {
    String clusterId;
    try (EmbeddedBroker broker = startBroker()) {
      clusterId = broker.clusterId();
      clientOf(broker).createTopic(Map.of());
      clientOf(broker).send(true, "first");
    }
    try (EmbeddedBroker broker = startBroker()) {
      assertThat(broker.clusterId()).isEqualTo(clusterId);
      clientOf(broker).send(true, "second");
    }
    try (EmbeddedBroker broker = startBroker();
        Admin admin = clientOf(broker).admin()) {
      assertThat(admin.describeCluster().clusterId().get()).isEqualTo(clusterId);
      assertThat(clientOf(broker).readAll()).containsExactly("first", "second");
    }
  }

  @Test
  void shouldKeepAndShowWhatWasCommittedBeforeKills() throws Exception {
    List<String> sent = new ArrayList<>();
    for (int kill = 0; kill < 2; kill++) {
      try (TestingBrokerProcess process = TestingBrokerProcess.start(dataDir)) {
        TestingClient client = new TestingClient(process.bootstrapServers(), "documents");
        if (kill == 0) {
          client.createTopic(Map.of());
        }
        String value = "before kill " + kill;
        client.send(true, value);
        sent.add(value);
        process.kill();
      }
    }
    try (EmbeddedBroker broker = startBroker()) {
      assertThat(clientOf(broker).readAll()).containsExactlyElementsOf(sent);
    }
  }

  /** Looking for segments to delete a thousand times a second was 2 % of a run. */
  @Test
  void shouldRestWhileNothingIsToBeDone() throws Exception {
    client("rest").createTopic(Map.of());
    // the work that is done at intervals begins after a second
    TimeUnit.NANOSECONDS.sleep(startedNanos + TimeUnit.SECONDS.toNanos(2) - System.nanoTime());
    long before = waits("kafka-scheduler");
    long begun = System.nanoTime();
    Thread.sleep(1_000);
    double seconds = (System.nanoTime() - begun) / 1e9;
    assertThat((waits("kafka-scheduler") - before) / seconds).isLessThan(250);
  }

  /** A producer that is refused sends everything after the first batch again. */
  @Test
  void shouldLetTheNextTransactionWaitForTheOneThatIsBeingCompleted() throws Exception {
    TestingClient client = client("next");
    client.createTopic(MANY_PARTITIONS, Map.of("flush.messages", "1"));
    try (KafkaProducer<String, String> producer = client.transactionalProducer("next")) {
      producer.initTransactions();
      commitToAllPartitions(producer, client);
      double before = retries(producer); // while the broker made the partitions

      for (int transaction = 0; transaction < 4; transaction++) {
        commitToAllPartitions(producer, client);
      }

      assertThat(retries(producer)).isEqualTo(before);
    }
  }

  private static void commitToAllPartitions(
      KafkaProducer<String, String> producer, TestingClient client) {
    producer.beginTransaction();
    for (int partition = 0; partition < MANY_PARTITIONS; partition++) {
      producer.send(new ProducerRecord<>(client.topic(), partition, "", "value"));
    }
    producer.commitTransaction();
  }

  private static double retries(KafkaProducer<?, ?> producer) {
    return producer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("record-retry-total"))
        .filter(metric -> metric.metricName().group().equals("producer-metrics"))
        .mapToDouble(metric -> (double) metric.metricValue())
        .sum();
  }

  /** How often threads of this name have waited so far. */
  private static long waits(String name) {
    ThreadInfo[] threads = ManagementFactory.getThreadMXBean().dumpAllThreads(false, false);
    return Arrays.stream(threads)
        .filter(thread -> thread.getThreadName().startsWith(name))
        .mapToLong(ThreadInfo::getWaitedCount)
        .sum();
  }

  @Test
  void shouldTakeARecordOfSixteenMebibytes() throws Exception {
    TestingClient client = client("large");
    client.createTopic(Map.of());

    client.send(true, "x".repeat(16 << 20));

    assertThat(client.readAll()).hasSize(1).allMatch(value -> value.length() == 16 << 20);
  }

  @Test
  void shouldGiveBackTheSpaceOfDeletedRecords() throws Exception {
    TestingClient client = client("deleted");
    client.createTopic(Map.of("segment.bytes", String.valueOf(1 << 20)));
    String value = "x".repeat(700_000);
    client.send(true, value, value, value, value);
    Path segment = runningDir.resolve(client.partition() + "/00000000000000000000.log");
    assertThat(segment).exists();

    try (Admin admin = client.admin()) {
      admin.deleteRecords(Map.of(client.partition(), RecordsToDelete.beforeOffset(3))).all().get();
    }

    awaitDeletion(segment);
  }

  private static void awaitDeletion(Path file) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (Files.exists(file)) {
      assertThat(System.nanoTime()).as("time to delete %s", file).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  @Test
  void shouldRefuseAPortInUseAndStartOnceItIsFree() throws IOException {
    try (ServerSocket blocker = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      EmbeddedBroker.Settings settings =
          new EmbeddedBroker.Settings(dataDir, blocker.getLocalPort(), 1 << 20);

      EmbeddedBroker.StartException refused =
          catchThrowableOfType(
              EmbeddedBroker.StartException.class,
              () -> EmbeddedBroker.start(settings, NO_FAULT_EXPECTED));

      assertThat(refused.reason()).isEqualTo(Reason.PORT_TAKEN);
      assertThat(refused)
          .hasMessageStartingWith("Port " + blocker.getLocalPort() + " of 127.0.0.1");
    }
    assertThatCode(() -> startBroker().close()).doesNotThrowAnyException();
  }

  @Test
  void shouldServeTheConfiguredPort() throws IOException {
    int port = freePort();

    try (EmbeddedBroker broker =
        EmbeddedBroker.start(
            new EmbeddedBroker.Settings(dataDir, port, 1 << 20), NO_FAULT_EXPECTED)) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
    }
  }

  @Test
  void shouldGiveClientsTheAdvertisedAddressAndUseItsOwn() throws Exception {
    int port = freePort();
    EmbeddedBroker.Settings settings =
        new EmbeddedBroker.Settings(dataDir, port, 1 << 20, Optional.of("localhost:" + port));

    try (EmbeddedBroker broker = EmbeddedBroker.start(settings, NO_FAULT_EXPECTED);
        Admin elsewhere = Admin.create(Map.of("bootstrap.servers", broker.advertisedServers()));
        Admin here = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(broker.advertisedServers()).isEqualTo("localhost:" + port);
      assertThat(elsewhere.describeCluster().nodes().get())
          .singleElement()
          .satisfies(
              node -> assertThat(node.host() + ":" + node.port()).isEqualTo("localhost:" + port));
      assertThat(here.describeCluster().nodes().get())
          .singleElement()
          .satisfies(node -> assertThat(node.port()).isNotEqualTo(port));
    }
  }

  @Test
  void shouldRefuseADirectoryThatIsAFile() throws IOException {
    Path file = Files.createFile(dataDir.resolve("file"));

    EmbeddedBroker.StartException refused =
        catchThrowableOfType(
            EmbeddedBroker.StartException.class,
            () -> EmbeddedBroker.start(EmbeddedBroker.Settings.in(file), NO_FAULT_EXPECTED));

    assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_UNUSABLE);
    assertThat(refused).hasMessageContaining(file + " is a file");
  }

  @Test
  void shouldRefuseADirectoryWhoseIdentityCannotBeRead() throws IOException {
    Files.createDirectory(dataDir.resolve("meta.properties"));

    EmbeddedBroker.StartException refused =
        catchThrowableOfType(EmbeddedBroker.StartException.class, this::startBroker);

    assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_UNUSABLE);
    assertThat(refused).hasMessageContaining("meta.properties cannot be read");
  }
}
