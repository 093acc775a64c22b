package dev.sluice.streams.gauge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TopologyGaugeTest {
  private final TopologyGauge gauge = new TopologyGauge();

  private static Counters kept(long rows) {
    Counters counters = new Counters();
    counters.add(new Counters.Key("d", "3.0", "kept"), rows);
    return counters;
  }

  private static PartitionCounts.Count kept(PartitionCounts partition) {
    return partition.count("d", "3.0", "kept");
  }

  @Test
  void shouldShowRowsOnceTheyAreCommitted() {
    PartitionCounts.Count kept = kept(gauge.begin(0, kept(10)));
    kept.add(3);
    assertThat(gauge.counters()).isEqualTo(kept(10));
    assertThat(gauge.lastCommit()).isEmpty();

    gauge.commit();
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(13));
    assertThat(gauge.lastCommit()).isPresent();

    kept.add(-13);
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(new Counters());
  }

  @Test
  void shouldAddUpPartitionsAndProcessorsOfATask() {
    gauge.begin(0, kept(10));
    kept(gauge.begin(1, new Counters())).add(1);
    kept(gauge.of(1)).add(2);
    gauge.commit();

    assertThat(gauge.counters()).isEqualTo(kept(13));
    assertThat(gauge.partitions()).containsExactly(0, 1);
  }

  @Test
  void shouldNeverShowWhatWasNotCommittedWhenTheTaskWasClosed() {
    PartitionCounts closed = gauge.begin(0, kept(10));
    PartitionCounts.Count kept = kept(closed);
    kept.add(3);
    closed.close();
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(10));

    kept(gauge.begin(0, kept(11))).add(1);
    gauge.commit();
    assertThat(gauge.counters()).isEqualTo(kept(12));
  }

  @Test
  void shouldCommitTheTasksOfTheCallingThreadOnly() {
    CompletableFuture.runAsync(() -> kept(gauge.begin(0, new Counters())).add(5)).join();
    kept(gauge.begin(1, new Counters())).add(1);
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
