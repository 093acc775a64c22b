package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.streams.LedgerCounters.Name;
import dev.sluice.streams.gauge.PartitionCounts;
import dev.sluice.streams.gauge.TopologyGauge;
import org.junit.jupiter.api.Test;

class LedgerCountersTest {
  private final TopologyGauge gauge = new TopologyGauge();
  private final PartitionCounts counts = gauge.begin(0, new Counters());
  private final LedgerCounters counters = new LedgerCounters(counts);

  private static Name kept(String unit) {
    return new Name(unit, "d", "3.0", "kept");
  }

  @Test
  void shouldNotGrowWithTheUnitsOfMonths() {
    for (int unit = 0; unit < 3 * LedgerCounters.MOST; unit++) {
      String key = new String(counters.of(kept("u#" + unit)).key().get(), UTF_8);
      assertThat(key).isEqualTo("count/u#%d\0d\0003.0\0kept".formatted(unit));
      assertThat(counters.size()).isLessThanOrEqualTo(LedgerCounters.MOST);
    }
  }

  @Test
  void shouldRememberWhatIsCountedNow() {
    assertThat(counters.of(kept("u#1"))).isSameAs(counters.of(kept("u#1")));
  }

  @Test
  void shouldLoseNoRowOfACounterThatItForgets() {
    LedgerCounters.Counter forgotten = counters.of(kept("u#1"));
    assertThat(forgotten.add()).isTrue();
    assertThat(forgotten.add()).isFalse();
    shouldNotGrowWithTheUnitsOfMonths();
    LedgerCounters.Counter again = counters.of(kept("u#1"));
    again.add();

    assertThat(forgotten.take() + again.take()).isEqualTo(3);
    gauge.commit();
    assertThat(gauge.counters().total("kept")).isEqualTo(3);
  }
}
