package dev.sluice.topics.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(SharedBroker.class)
class ProgressLogIT {
  private static EmbeddedBroker broker;
  private static KafkaConnection connection;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
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

      // Committed, but after an open transaction: a plain read cannot see it.
      assertThat(log.read().progress("b#1")).isEmpty();
      CompletableFuture<ProgressState> toEnd = CompletableFuture.supplyAsync(log::readToEnd);
      assertThatThrownBy(() -> toEnd.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      other.commitTransaction();

      ProgressState state = toEnd.get(2, TimeUnit.MINUTES);
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

  /** Another program may name a unit before ingest begins it. Then nothing of it may be skipped. */
  @Test
  void shouldKnowAUnitFromItsFirstRecordOn() throws Exception {
    ProgressLog log = log("known");
    KnownUnits units = new KnownUnits(connection, new TopicNames("known", List.of()).progress());
    long beforeNanos = System.nanoTime();
    assertThat(units.has("a#1", beforeNanos)).isFalse();
    assertThat(units.has("no unit", beforeNanos)).isFalse();

    commit("known.a", log, progress("a#1", 0));
    assertThat(units.has("a#1", System.nanoTime())).isTrue();
    assertThat(units.has("a#2", System.nanoTime())).isFalse();
    assertThat(units.has("a#1", beforeNanos)).isTrue();
  }

  /** Counts what consumers get. */
  public static final class Counting implements ConsumerInterceptor<byte[], byte[]> {
    private static final AtomicInteger RECORDS = new AtomicInteger();

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
      RECORDS.addAndGet(records.count());
      return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
  }

  private static void commit(String id, ProgressLog log, UnitProgress progress) {
    try (Producer<byte[], byte[]> producer = begin(id, log, progress)) {
      producer.commitTransaction();
    }
  }

  @Test
  void shouldReadTheTopicOnceAndThenWhatIsNew() throws Exception {
    ProgressLog writing = log("once");
    commit("once.a", writing, progress("a#1", 5));
    commit("once.a", writing, progress("b#1", 7));
    ProgressLog log =
        new ProgressLog(
            new KafkaConnection(
                broker.bootstrapServers(), Map.of("interceptor.classes", Counting.class.getName())),
            new TopicNames("once", List.of()).progress());
    Counting.RECORDS.set(0);

    ProgressState first = log.readToEnd();
    assertThat(Counting.RECORDS).hasValue(2);
    assertThat(log.read()).isSameAs(first);
    commit("once.a", writing, progress("a#1", 6));
    ProgressState second = log.readToEnd();

    assertThat(Counting.RECORDS).hasValue(3);
    assertThat(second.progress("a#1")).contains(progress("a#1", 6));
    assertThat(second.progress("b#1")).contains(progress("b#1", 7));
    assertThat(first.progress("a#1")).contains(progress("a#1", 5));
    assertThat(log.resets()).isEmpty();
  }

  @Test
  void shouldReadATopicAnewThatWasCreatedAgain() throws Exception {
    ProgressLog log = log("again");
    commit("again.a", log, progress("a#1", 5));
    assertThat(log.readToEnd().progress("a#1")).isPresent();
    try (Admin admin = connection.admin()) {
      String topic = new TopicNames("again", List.of()).progress();
      admin.deleteTopics(List.of(topic)).all().get();
      // The controller has deleted it; what a broker lists follows.
      while (admin.listTopics().names().get().contains(topic)) {
        Thread.sleep(20);
      }
    }
    ProgressLog other = log("again");
    for (int row = 0; row < 5; row++) {
      commit("again.b", other, progress("b#1", row));
    }

    ProgressState state = log.readToEnd();

    assertThat(state.progress("a#1")).isEmpty();
    assertThat(state.progress("b#1")).contains(progress("b#1", 4));
  }
}
