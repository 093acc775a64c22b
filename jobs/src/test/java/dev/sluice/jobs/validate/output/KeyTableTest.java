package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  @Test
  void shouldHoldWhatAMapHoldsAlsoWhereMoreComeThanWereExpected() {
    for (long expected : new long[] {0, 10, 1000, 20_000}) {
      SplittableRandom random = new SplittableRandom(expected);
      Map<IdKey, Long> map = new HashMap<>();
      KeyTable table = new KeyTable(1, expected);
      for (int round = 0; round < 30_000; round++) {
        IdKey key = new IdKey(random.nextInt(150), random.nextInt(150));
        assertThat(table.add(key)).isEqualTo(!map.containsKey(key));
        long value = map.merge(key, 1L, Long::sum);
        table.set(table.find(key), 0, value);
      }
      assertThat(table.size()).isEqualTo(map.size());
      Map<IdKey, Long> found = new HashMap<>();
      table.forEach((key, slot) -> found.put(key, table.value(slot, 0)));
      assertThat(found).isEqualTo(map);
      assertThat(table.find(new IdKey(-1, -1))).isNegative();
    }
  }

  @Test
  void shouldHoldTheKeyOfAllZeros() {
    IdKey zero = new IdKey(0, 0);
    KeyTable table = new KeyTable(1, 4);
    assertThat(table.find(zero)).isNegative();
    assertThat(table.add(zero)).isTrue();
    assertThat(table.add(zero)).isFalse();
    table.set(table.find(zero), 0, 17);
    for (int i = 1; i < 1000; i++) {
      table.add(new IdKey(0, i));
    }
    assertThat(table.value(table.find(zero), 0)).isEqualTo(17);
    assertThat(table.size()).isEqualTo(1000);
  }

  @Test
  void shouldTakeTheMemoryItSays() {
    assertThat(KeyTable.bytesPerKey(0)).isEqualTo(18);
    assertThat(KeyTable.bytesPerKey(2)).isEqualTo(36);
    IdKey[] keys = new IdKey[2_000_000];
    SplittableRandom random = new SplittableRandom(1);
    Arrays.setAll(keys, i -> new IdKey(random.nextLong(), random.nextLong()));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    KeyTable table = new KeyTable(0, keys.length);
    for (IdKey key : keys) {
      table.add(key);
    }
    double perKey = (double) (threads.getCurrentThreadAllocatedBytes() - before) / table.size();
    assertThat(perKey).as("bytes for each of %d keys", table.size()).isBetween(16.0, 19.0);
  }
}
