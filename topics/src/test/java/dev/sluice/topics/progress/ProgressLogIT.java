package dev.sluice.topics.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.BrokerSettings;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicMismatchException;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ProgressLogIT {
  @TempDir private static Path dataDir;
  private static EmbeddedBroker broker;
  private static KafkaConnection connection;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(BrokerSettings.in(dataDir), fault -> {});
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static ProgressLog log(String prefix) throws TopicMismatchException {
    TopicNames names = new TopicNames(prefix, List.of());
    try (Admin admin = connection.admin()) {
      new TopicProvisioner(admin).provision(new TopicPlan(names, 1, (short) 1, 1 << 20));
    }
    return new ProgressLog(connection, names.progress());
  }

  private static Producer<byte[], byte[]> begin(String id, ProgressLog log, UnitProgress progress) {
    Producer<byte[], byte[]> producer = connection.producer(id, Map.of());
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(log.record(progress));
    producer.flush();
    return producer;
  }

  private static UnitProgress progress(String unit, long row) {
    return new UnitProgress(unit, 0, row, new TreeMap<>(), new TreeMap<>(), false, "test");
  }

  @Test
  void shouldFindNothingInANewTopic() throws Exception {
    ProgressLog log = log("empty");

    assertThat(log.read().owner()).isEmpty();
    assertThat(log.readToEnd().units()).isEmpty();
  }

  @Test
  void shouldWaitForAnothersOpenTransactionOnlyWhenReadingToTheEnd() throws Exception {
    ProgressLog log = log("open");
    try (Producer<byte[], byte[]> other = begin("open.a", log, progress("a#1", 5));
        Producer<byte[], byte[]> mine = begin("open.b", log, progress("b#1", 7))) {
      mine.commitTransaction();

      // Committed, but behind a transaction that is open: a plain read cannot see it.
      assertThat(log.read().progress("b#1")).isEmpty();
      CompletableFuture<ProgressState> toEnd = CompletableFuture.supplyAsync(log::readToEnd);
      assertThatThrownBy(() -> toEnd.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      other.commitTransaction();

      ProgressState state = toEnd.get(30, TimeUnit.SECONDS);
      assertThat(state.progress("b#1")).contains(progress("b#1", 7));
      assertThat(state.progress("a#1")).contains(progress("a#1", 5));
    }
  }

  @Test
  void shouldNotShowWhatWasAborted() throws Exception {
    ProgressLog log = log("aborted");
    try (Producer<byte[], byte[]> producer = begin("aborted.a", log, progress("a#1", 5))) {
      producer.abortTransaction();
    }

    assertThat(log.readToEnd().progress("a#1")).isEmpty();
    assertThat(log.read().progress("a#1")).isEmpty();
  }
}
