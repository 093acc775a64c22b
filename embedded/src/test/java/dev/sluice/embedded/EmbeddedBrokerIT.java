package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.embedded.BrokerStartException.Reason;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class EmbeddedBrokerIT {
  private static final Consumer<String> NO_FAULT_EXPECTED =
      message -> {
        throw new AssertionError(message);
      };

  /** So many that their markers are not written in a tenth of a second. */
  private static final int MANY_PARTITIONS = 1_000;

  @TempDir Path dataDir;

  private EmbeddedBroker startBroker() {
    return EmbeddedBroker.start(BrokerSettings.in(dataDir), NO_FAULT_EXPECTED);
  }

  private static TestingClient clientOf(EmbeddedBroker broker) {
    return new TestingClient(broker.bootstrapServers());
  }

  @Test
  void shouldShowCommittedTransactionsOnly() throws Exception {
    try (EmbeddedBroker broker = startBroker()) {
      TestingClient client = clientOf(broker);
      client.createTopic(Map.of());

      client.send(true, "kept", "too");
      client.send(false, "lost");

      assertThat(client.readAll()).containsExactly("kept", "too");
    }
  }

  @Test
  void shouldHaveTheSecondVersionOfTransactions() throws Exception {
    try (EmbeddedBroker broker = startBroker();
        Admin admin = clientOf(broker).admin()) {
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
        TestingClient client = new TestingClient(process.bootstrapServers());
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
    try (EmbeddedBroker broker = startBroker()) {
      clientOf(broker).createTopic(Map.of());
      Thread.sleep(2_000); // the work that is done at intervals begins after a second
      long before = waits("kafka-scheduler");
      long begun = System.nanoTime();
      Thread.sleep(1_000);
      double seconds = (System.nanoTime() - begun) / 1e9;
      assertThat((waits("kafka-scheduler") - before) / seconds).isLessThan(250);
    }
  }

  /** A producer that gets this error sends everything after the first batch again. */
  @Test
  void shouldLetTheNextTransactionWaitForTheOneThatIsBeingCompleted() throws Exception {
    try (EmbeddedBroker broker = startBroker();
        KafkaProducer<String, String> producer = clientOf(broker).transactionalProducer("test")) {
      clientOf(broker).createTopic(MANY_PARTITIONS, Map.of());
      producer.initTransactions();
      for (int transaction = 0; transaction < 4; transaction++) {
        producer.beginTransaction();
        for (int partition = 0; partition < MANY_PARTITIONS; partition++) {
          producer.send(new ProducerRecord<>(TestingClient.TOPIC, partition, "", "value"));
        }
        producer.commitTransaction();
      }

      assertThat(retries(producer)).isZero();
    }
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
    try (EmbeddedBroker broker = startBroker()) {
      TestingClient client = clientOf(broker);
      client.createTopic(Map.of());

      client.send(true, "x".repeat(16 << 20));

      assertThat(client.readAll()).hasSize(1).allMatch(value -> value.length() == 16 << 20);
    }
  }

  @Test
  void shouldGiveBackTheSpaceOfDeletedRecords() throws Exception {
    try (EmbeddedBroker broker = startBroker();
        Admin admin = clientOf(broker).admin()) {
      TestingClient client = clientOf(broker);
      client.createTopic(Map.of("segment.bytes", String.valueOf(1 << 20)));
      String value = "x".repeat(700_000);
      client.send(true, value, value, value, value);

      Path segment = dataDir.resolve(TestingClient.PARTITION + "/00000000000000000000.log");
      assertThat(segment).exists();

      admin
          .deleteRecords(Map.of(TestingClient.PARTITION, RecordsToDelete.beforeOffset(3)))
          .all()
          .get();

      awaitDeletion(segment);
    }
  }

  private static void awaitDeletion(Path file) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (Files.exists(file)) {
      assertThat(System.nanoTime()).as("time to delete %s", file).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldRefuseADirectoryThatABrokerOfThisProcessHas() {
    try (EmbeddedBroker broker = startBroker()) {
      BrokerStartException refused =
          catchThrowableOfType(BrokerStartException.class, this::startBroker);

      assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_LOCKED);
      assertThat(refused).hasMessageContaining(dataDir + " is in use by another broker in this");
      assertThat(broker.clusterId()).isNotBlank();
    }
  }

  @Test
  void shouldRefuseADirectoryThatAnotherProcessHas() throws Exception {
    try (TestingBrokerProcess process = TestingBrokerProcess.start(dataDir)) {
      BrokerStartException refused =
          catchThrowableOfType(BrokerStartException.class, this::startBroker);

      assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_LOCKED);
      assertThat(refused)
          .hasMessageContaining(
              dataDir + " is in use by another process (pid " + process.pid() + ")");
    }
  }

  @Test
  void shouldRefuseAPortInUseAndLeaveTheDirectoryUnlocked() throws IOException {
    try (ServerSocket blocker = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      BrokerSettings settings = new BrokerSettings(dataDir, blocker.getLocalPort(), 1 << 20);

      BrokerStartException refused =
          catchThrowableOfType(
              BrokerStartException.class, () -> EmbeddedBroker.start(settings, NO_FAULT_EXPECTED));

      assertThat(refused.reason()).isEqualTo(Reason.PORT_TAKEN);
      assertThat(refused)
          .hasMessageStartingWith("Port " + blocker.getLocalPort() + " of 127.0.0.1");
    }
    assertThatCode(() -> startBroker().close()).doesNotThrowAnyException();
  }

  @Test
  void shouldServeTheConfiguredPort() throws IOException {
    int port = LoopbackPort.free();

    try (EmbeddedBroker broker =
        EmbeddedBroker.start(new BrokerSettings(dataDir, port, 1 << 20), NO_FAULT_EXPECTED)) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
    }
  }

  @Test
  void shouldGiveClientsTheAdvertisedAddressAndUseItsOwn() throws Exception {
    int port = LoopbackPort.free();
    BrokerSettings settings =
        new BrokerSettings(dataDir, port, 1 << 20, Optional.of("localhost:" + port));

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

    BrokerStartException refused =
        catchThrowableOfType(
            BrokerStartException.class,
            () -> EmbeddedBroker.start(BrokerSettings.in(file), NO_FAULT_EXPECTED));

    assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_UNUSABLE);
    assertThat(refused).hasMessageContaining(file + " is a file");
  }

  @Test
  void shouldRefuseADirectoryWhoseIdentityCannotBeRead() throws IOException {
    Files.createDirectory(dataDir.resolve("meta.properties"));

    BrokerStartException refused =
        catchThrowableOfType(BrokerStartException.class, this::startBroker);

    assertThat(refused.reason()).isEqualTo(Reason.DIRECTORY_UNUSABLE);
    assertThat(refused).hasMessageContaining("meta.properties cannot be read");
  }

  @Test
  void shouldReportAnUnwritableLogInsteadOfEndingTheProcess() throws Exception {
    CompletableFuture<String> fault = new CompletableFuture<>();
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(BrokerSettings.in(dataDir), fault::complete)) {
      Files.createFile(dataDir.resolve(TestingClient.PARTITION.toString()));

      clientOf(broker).createTopic(Map.of());

      assertThat(fault.get(60, TimeUnit.SECONDS))
          .startsWith("The embedded broker on " + dataDir + " has failed in its thread");
    }
  }

  @Test
  void shouldNotEndTheProcessForALateThreadOfAClosedBroker() {
    startBroker().close();

    assertThatCode(() -> Exit.halt(1)).doesNotThrowAnyException();
  }
}
