package dev.sluice.streams.gauge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.streams.gauge.TopologyGauge.PartitionCounts;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TopologyGaugeTest {
  private final TopologyGauge gauge = new TopologyGauge();

  private static Counters kept(long rows) {
    Counters counters = new Counters();
    counters.add(new Counters.Key("d", "3.0", "kept"), rows);
    return counters;
  }

  private static void keep(PartitionCounts partition, long rows) {
    partition.add(new Counters.Key("d", "3.0", "kept"), rows);
  }

  @Test
  void shouldShowRowsOnceTheyAreCommitted() {
    PartitionCounts counts = gauge.begin(0, kept(10));
    keep(counts, 3);
    assertThat(gauge.counters()).isEqualTo(kept(10));

    gauge.commit();
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(13));

    keep(counts, -13);
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(new Counters());
  }

  @Test
  void shouldAddUpPartitionsAndProcessorsOfATask() {
    gauge.begin(0, kept(10));
    keep(gauge.begin(1, new Counters()), 1);
    keep(gauge.of(1), 2);
    gauge.commit();

    assertThat(gauge.counters()).isEqualTo(kept(13));
    assertThat(gauge.partitions()).containsExactly(0, 1);
  }

  @Test
  void shouldNeverShowWhatWasNotCommittedWhenTheTaskWasClosed() {
    PartitionCounts closed = gauge.begin(0, kept(10));
    keep(closed, 3);
    closed.close();
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(10));

    keep(gauge.begin(0, kept(11)), 1);
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(12));
  }

  @Test
  void shouldCommitTheTasksOfTheCallingThreadOnly() {
    CompletableFuture.runAsync(() -> keep(gauge.begin(0, new Counters()), 5)).join();
    keep(gauge.begin(1, new Counters()), 1);
    gauge.commit();

    assertThat(gauge.counters()).isEqualTo(kept(1));
  }

  @Test
  void shouldKeepTheNumbersOfATaskThatMayReturn() {
    PartitionCounts closed = gauge.begin(0, kept(10));
    gauge.begin(1, kept(1));
    closed.close();
    assertThat(gauge.counters()).isEqualTo(kept(11));

    gauge.settle();
    assertThat(gauge.counters()).isEqualTo(kept(1));
    assertThat(gauge.partitions()).containsExactly(1);
  }
}
