package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.RestoreReport.RestoreMeter;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreMeterTest {
  private static final TopicPartition FIRST = new TopicPartition("ids-changelog", 0);
  private static final TopicPartition SECOND = new TopicPartition("ids-changelog", 1);
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final AtomicLong nanos = new AtomicLong(7);
  private final RestoreMeter meter = new RestoreMeter(nanos::get);

  @Test
  void shouldSayNothingWhereNothingIsToBeRestored() {
    meter.onRestoreStart(FIRST, "ids", 12, 12);
    meter.onRestoreEnd(FIRST, "ids", 0);

    assertThat(meter.read()).isEmpty();
  }

  @Test
  void shouldAddUpAllChangelogs() {
    meter.onRestoreStart(FIRST, "ids", 0, 100);
    meter.onRestoreStart(SECOND, "ids", 50, 100);
    nanos.addAndGet(2 * SECOND_NANOS);
    meter.onBatchRestored(FIRST, "ids", 39, 38);
    meter.onBatchRestored(SECOND, "ids", 59, 10);

    RestoreMeter.Reading reading = meter.read().orElseThrow();
    assertThat(reading).isEqualTo(new RestoreMeter.Reading(48, 100, 2, true));
    assertThat(reading.recordsPerSecond()).isEqualTo(24);
  }

  @Test
  void shouldBeOverWhenNothingIsReadAnyMore() {
    meter.onRestoreStart(FIRST, "ids", 0, 100);
    meter.onRestoreStart(SECOND, "ids", 0, 100);
    meter.onBatchRestored(FIRST, "ids", 99, 90);
    meter.onRestoreEnd(FIRST, "ids", 90);
    meter.onRestoreSuspended(SECOND, "ids", 0);

    assertThat(meter.read().orElseThrow())
        .isEqualTo(new RestoreMeter.Reading(90, 0, 0, false))
        .extracting(RestoreMeter.Reading::recordsPerSecond)
        .isEqualTo(0.0);
    meter.reset();
    assertThat(meter.read()).isEmpty();
  }

  @Test
  void shouldCountAnewAfterARestoreThatIsOver() {
    meter.onRestoreStart(FIRST, "ids", 0, 10);
    meter.onBatchRestored(FIRST, "ids", 9, 10);
    meter.reset();
    assertThat(meter.read().orElseThrow().records()).as("not over yet").isEqualTo(10);
    meter.onRestoreEnd(FIRST, "ids", 10);
    meter.reset();
    nanos.addAndGet(9 * SECOND_NANOS);

    meter.onRestoreStart(SECOND, "ids", 0, 10);
    nanos.addAndGet(SECOND_NANOS);

    assertThat(meter.read().orElseThrow()).isEqualTo(new RestoreMeter.Reading(0, 10, 1, true));
  }
}
