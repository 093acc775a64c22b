package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
class LogPressureIT {
  private static final int RECORD_BYTES = 100_000;
  private static final int RECORDS = 40;
  private static final long LIMIT_BYTES = 1_000_000;

  private static KafkaConnection connection;
  private static Admin admin;

  private final WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);
  private TopicNames names;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    connection = new KafkaConnection(shared.bootstrapServers(), Map.of());
    admin = connection.admin();
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  @BeforeEach
  void provision(TestInfo test) throws Exception {
    names = new TopicNames(test.getTestMethod().orElseThrow().getName(), List.of("3.0"));
    new TopicProvisioner(admin).provision(new TopicPlan(names, 1, true, (short) 1, 1 << 20));
  }

  private void send(String topic) {
    try (Producer<byte[], byte[]> producer = connection.producer(topic, Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int i = 0; i < RECORDS; i++) {
        producer.send(new ProducerRecord<>(topic, 0, new byte[0], new byte[RECORD_BYTES]));
      }
      producer.commitTransaction();
    }
  }

  private void take(String group, String topic, long offset) {
    AdminCalls.await(
        admin
            .alterConsumerGroupOffsets(
                group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)))
            .all());
  }

  private LogPressure pressure() {
    return new LogPressure(connection, names, 1, true, LIMIT_BYTES, Long.MAX_VALUE);
  }

  @Test
  void shouldCountBytesAfterWhatTopologyAndSinksHaveConsumed() {
    send(names.documents());
    send(names.curated("3.0"));
    try (LogPressure pressure = pressure()) {
      long all = pressure.load().unconsumedBytes();
      assertThat(all).isBetween(2L * RECORDS * RECORD_BYTES, 2L * RECORDS * RECORD_BYTES + 100_000);

      take(names.applicationId(), names.documents(), RECORDS + 1);
      assertThat(pressure.load().unconsumedBytes()).isBetween(all / 2 - 100_000, all / 2 + 100_000);

      take(names.sinkGroup(), names.curated("3.0"), RECORDS / 2);
      assertThat(pressure.load().unconsumedBytes()).isBetween(all / 4 - 200_000, all / 4 + 200_000);

      take(names.sinkGroup(), names.curated("3.0"), RECORDS + 1);
      assertThat(pressure.load().unconsumedBytes()).isZero();
    }
  }

  @Test
  void shouldWaitUntilThereIsRoom() throws Exception {
    send(names.documents());
    try (LogPressure pressure = pressure()) {
      Future<Void> waiting = waiting(pressure);

      assertWaits(waiting, IngestWait.TOPOLOGY);
      take(names.applicationId(), names.documents(), RECORDS + 1);

      waiting.get(2, TimeUnit.MINUTES);
    }
  }

  @Test
  void shouldTellThatItWaitsForTheSinks() throws Exception {
    send(names.documents());
    send(names.curated("3.0"));
    take(names.applicationId(), names.documents(), RECORDS / 2);
    try (LogPressure pressure = pressure()) {
      Future<Void> waiting = waiting(pressure);

      assertWaits(waiting, IngestWait.SINK);
      waiting.cancel(true);
    }
  }

  @Test
  void shouldCountSignaturesAfterWhatTheMatcherHasConsumed() throws Exception {
    send(names.signatures());
    long one = RECORDS * RECORD_BYTES;
    try (LogPressure pressure = pressure()) {
      assertThat(pressure.load().unconsumedBytes()).isBetween(one, one + 100_000);
      assertThat(pressure.load().heldBytes()).isBetween(one, one + 100_000);
      Future<Void> waiting = waiting(pressure);

      assertWaits(waiting, IngestWait.MATCHER);
      take(names.matcherGroup(), names.signatures(), RECORDS + 1);

      waiting.get(2, TimeUnit.MINUTES);
      assertThat(pressure.load().unconsumedBytes()).isZero();
      assertThat(pressure.load().heldBytes()).isGreaterThan(one);
    }
  }

  @Test
  void shouldCountWhatIsTakenUntilTheBrokerHasDeletedIt() {
    send(names.documents());
    try (LogPressure pressure = pressure()) {
      long one = RECORDS * RECORD_BYTES;
      assertThat(pressure.load().heldBytes()).isBetween(2 * one, 2 * one + 100_000);

      take(names.applicationId(), names.documents(), RECORDS + 1);
      assertThat(pressure.load().heldBytes()).isBetween(one, one + 100_000);
    }
  }

  @Test
  void shouldWaitWhileTheLogHoldsTooMuchThoughAllIsTaken() throws Exception {
    send(names.documents());
    take(names.applicationId(), names.documents(), RECORDS + 1);
    try (LogPressure pressure =
        new LogPressure(connection, names, 1, false, Long.MAX_VALUE, RECORDS * RECORD_BYTES / 2)) {
      Future<Void> waiting = waiting(pressure);

      assertWaits(waiting, IngestWait.LOG_SPACE);
      waiting.cancel(true);
    }
  }

  @Test
  void shouldNotWaitBelowTheLimit() throws InterruptedException, ExecutionException {
    try (LogPressure pressure = pressure()) {

      waiting(pressure).get();

      assertThat(waits.totals()).isEmpty();
    }
  }

  private void assertWaits(Future<Void> waiting, IngestWait cause) throws InterruptedException {
    while (waits.now().isEmpty() && !waiting.isDone()) {
      Thread.sleep(10);
    }
    assertThatThrownBy(() -> waiting.get(700, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(waits.now().orElseThrow().cause()).isEqualTo(cause);
  }

  private Future<Void> waiting(LogPressure pressure) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              pressure.await(waits);
              return null;
            });
    new Thread(task, "ingest").start();
    return task;
  }
}
