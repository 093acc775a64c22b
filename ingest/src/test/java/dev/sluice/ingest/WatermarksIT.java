package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Utf8;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import dev.sluice.topics.record.TextLocation;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Watermarks of a unit, in a real log. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
class WatermarksIT {
  private static final NearDedup RULE = new NearDedup(NearDedupScope.OUTPUT, 0.95, 0.3);

  private static EmbeddedBroker broker;

  @TempDir private Path input;
  private TestingIngest ingest;

  /** A row of the unit's files, in their order. */
  private record Place(String file, long row) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::file, Utf8.ORDER).thenComparing(Place::row);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  /** Without push-down, so that every row travels, and with many small transactions. */
  @BeforeEach
  void setUp() throws IOException {
    TestingSources.write(input.resolve("data/0.parquet"), TestingSources.rows(1, 1000), 60);
    TestingSources.write(input.resolve("data/1.parquet"), TestingSources.rows(2, 700), 60);
    ingest =
        TestingIngest.of(input)
            .withPushDown(false)
            .withTransactionBytes(64 << 10)
            .withNearDedup(RULE, true);
  }

  private static List<Place> places(ConsumerRecord<byte[], byte[]> record) throws Exception {
    List<Place> places = new ArrayList<>();
    if (SelectedRows.matches(record.value())) {
      for (SelectedRow row : SelectedRows.parse(record.value()).documents()) {
        places.add(new Place(row.file(), row.row()));
      }
    } else if (DocumentRecord.matches(record.value())) {
      DocumentRecord document = DocumentRecord.parse(record.value());
      places.add(new Place(document.file(), document.row()));
    }
    return places;
  }

  private static List<Watermark> watermarks(List<ConsumerRecord<byte[], byte[]>> partition)
      throws Exception {
    List<Watermark> watermarks = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : partition) {
      if (Watermark.matches(record.value())) {
        assertThat(record.key()).isEmpty();
        Watermark watermark = Watermark.parse(record.value());
        watermark.requirePlace(record.key(), record.partition());
        watermarks.add(watermark);
      }
    }
    return watermarks;
  }

  /** Rows below a watermark are before it, and the others after it, in each partition. */
  private static void assertSeparating(List<ConsumerRecord<byte[], byte[]>> partition)
      throws Exception {
    Place before = new Place("", 0);
    Place reached = new Place("", 0);
    for (ConsumerRecord<byte[], byte[]> record : partition) {
      if (Watermark.matches(record.value())) {
        Watermark watermark = Watermark.parse(record.value());
        Place now = new Place(watermark.file(), watermark.row());
        assertThat(now).isGreaterThan(reached).isGreaterThan(before);
        reached = now;
      }
      for (Place place : places(record)) {
        assertThat(place).isGreaterThanOrEqualTo(reached);
        before = place;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFollowTheDocumentsOfEachTransactionInEveryPartition(TextLocation text)
      throws Exception {
    ingest = ingest.withText(text).withPrefix("each-" + text);
    TestingTopics topics = new TestingTopics(broker, ingest);
    AtomicInteger transactions = new AtomicInteger();

    topics
        .unitIngest(
            waits -> {
              UnitProgress progress = topics.progress();
              int sent = transactions.getAndIncrement();
              if (sent > 0) {
                assertReached(topics, progress, sent);
              }
            })
        .ingest(ingest.plan());

    assertThat(transactions.get()).isGreaterThan(5);
    long rows = 0;
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertSeparating(partition);
      assertThat(watermarks(partition)).hasSize(transactions.get() - 1);
      assertThat(EndOfUnit.matches(partition.get(partition.size() - 1).value())).isTrue();
      for (ConsumerRecord<byte[], byte[]> record : partition) {
        int carried = places(record).size();
        rows += carried;
        assertThat(record.headers().lastHeader(RowSignatures.HEADER) != null)
            .isEqualTo(carried > 0);
      }
    }
    assertThat(rows).isEqualTo(1700);
  }

  /**
   * The last record of each partition says what the progress says, and all rows below it are there.
   */
  private static void assertReached(TestingTopics topics, UnitProgress progress, int sent) {
    try {
      long rows = 0;
      for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
        ConsumerRecord<byte[], byte[]> last = partition.get(partition.size() - 1);
        assertThat(Watermark.parse(last.value()))
            .isEqualTo(
                new Watermark(
                    progress.unit(),
                    last.partition(),
                    "data/%d.parquet".formatted(progress.file()),
                    progress.row(),
                    false));
        assertThat(watermarks(partition)).hasSize(sent);
        for (ConsumerRecord<byte[], byte[]> record : partition) {
          rows += places(record).size();
        }
      }
      assertThat(rows).isEqualTo(progress.row() + (progress.file() == 0 ? 0 : 1000));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldContinueBehindTheWatermarkAfterAStop() throws Exception {
    ingest = ingest.withPrefix("stopped");
    TestingTopics topics = new TestingTopics(broker, ingest);
    AtomicInteger asked = new AtomicInteger();
    assertThatThrownBy(
            () ->
                topics
                    .unitIngest(
                        waits -> {
                          if (asked.incrementAndGet() > 3) {
                            throw new InterruptedException("stopped by the test");
                          }
                        })
                    .ingest(ingest.plan()))
        .isInstanceOf(InterruptedException.class);

    topics.unitIngest(BackPressure.NONE).ingest(ingest.plan());

    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertSeparating(partition);
      assertThat(watermarks(partition)).hasSizeGreaterThan(5);
    }
  }

  @Test
  void shouldSendNoneWithoutNearDeduplication() throws Exception {
    ingest = TestingIngest.of(input).withTransactionBytes(64 << 10).withPrefix("without");
    TestingTopics topics = new TestingTopics(broker, ingest);

    topics.unitIngest(BackPressure.NONE).ingest(ingest.plan());

    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertThat(watermarks(partition)).isEmpty();
    }
  }

  @Test
  void shouldNameTheFileThatIsReadNextOrTheEndOfTheLast() throws Exception {
    UnitPlan plan = ingest.plan();
    String unit = plan.unit().id();

    assertThat(UnitIngest.watermark(plan, 0, 17))
        .isEqualTo(new Watermark(unit, 0, "data/0.parquet", 17, false));
    assertThat(UnitIngest.watermark(plan, 1, 0))
        .isEqualTo(new Watermark(unit, 0, "data/1.parquet", 0, false));
    assertThat(UnitIngest.watermark(plan, 2, 0))
        .isEqualTo(new Watermark(unit, 0, "data/1.parquet", Long.MAX_VALUE, false));
  }
}
