package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.CounterKeys.Counter;
import org.junit.jupiter.api.Test;

class CounterKeysTest {
  private final CounterKeys keys = new CounterKeys();

  @Test
  void shouldNotGrowWithTheUnitsOfMonths() {
    for (int unit = 0; unit < 3 * CounterKeys.MOST; unit++) {
      String key = new String(keys.of(new Counter("u#" + unit, "d", "3.0", "kept")).get(), UTF_8);
      assertThat(key).isEqualTo("count/u#%d\0d\0003.0\0kept".formatted(unit));
      assertThat(keys.size()).isLessThanOrEqualTo(CounterKeys.MOST);
    }
  }

  @Test
  void shouldRememberWhatIsCountedNow() {
    Counter counter = new Counter("u#1", "d", "3.0", "kept");

    assertThat(keys.of(counter)).isSameAs(keys.of(counter));
  }
}
