package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SinkGaugeTest {
  private static final TopicPartition ONE = TestingSink.partition(0);
  private static final TopicPartition OTHER = TestingSink.partition(1);

  private long nanos = Long.MAX_VALUE - 7;
  private final SinkGauge gauge = new SinkGauge(() -> nanos);

  private void publish(TopicPartition partition, long kept, long removed) {
    Counters outcomes = new Counters();
    outcomes.add(new Counters.Key("a dump", "4.0", "kept"), kept);
    outcomes.add(new Counters.Key("a dump", "4.0", "near_duplicates_removed"), removed);
    gauge.publish(partition, outcomes);
  }

  private void assertOutcomes(long kept, long removed) {
    assertThat(gauge.outcomes().total("kept")).isEqualTo(kept);
    assertThat(gauge.outcomes().total("near_duplicates_removed")).isEqualTo(removed);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void shouldAddUpPartitions() {
    assertOutcomes(0, 0);
    publish(ONE, 10, 1);
    publish(OTHER, 20, 2);
    publish(OTHER, 25, 3);

    assertOutcomes(35, 4);
  }

  @Test
  void shouldNotGoBackWhileAPartitionGoesFromOneWorkerToAnother() {
    publish(ONE, 10, 1);
    gauge.close(ONE, false);
    pass(Duration.ofSeconds(9));
    assertOutcomes(10, 1);
    publish(ONE, 11, 1);
    pass(Duration.ofMinutes(1));

    assertOutcomes(11, 1);
    assertThat(gauge.partitions()).isEqualTo(1);
  }

  @Test
  void shouldNotCountWhatAnotherProcessHasTaken() {
    publish(ONE, 10, 1);
    publish(OTHER, 20, 2);
    gauge.close(ONE, false);
    pass(Duration.ofSeconds(10));

    assertOutcomes(20, 2);
  }

  @Test
  void shouldKeepTheLastNumbersWhenWorkersStop() {
    publish(ONE, 10, 1);
    gauge.close(ONE, true);
    gauge.close(OTHER, true);
    pass(Duration.ofDays(1));

    assertOutcomes(10, 1);
    assertThat(gauge.partitions()).isZero();
  }
}
