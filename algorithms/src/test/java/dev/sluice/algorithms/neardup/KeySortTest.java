package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeySortTest {
  @Test
  void shouldSortPairsByKey() {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(5_000);
      int bits = 1 + random.nextInt(48);
      int shift = random.nextInt(49 - bits);
      long[] keys = random.longs(count).map(key -> (key & (1L << bits) - 1) << shift).toArray();
      int[] places = IntStream.range(0, count).toArray();
      long[] before = keys.clone();

      KeySort.sort(keys, places, 0, count);

      assertThat(keys).isSorted();
      assertThat(IntStream.range(0, count)).allMatch(i -> keys[i] == before[places[i]]);
      assertThat(Arrays.stream(places).distinct().count()).isEqualTo(count);
    }
  }

  @Test
  void shouldSortAPartOfPairs() {
    Random random = new Random(6);
    for (int round = 0; round < 300; round++) {
      long[] keys = random.longs(random.nextInt(2_000), 0, Long.MAX_VALUE).toArray();
      int[] places = IntStream.range(0, keys.length).toArray();
      long[] before = keys.clone();
      int to = random.nextInt(keys.length + 1);
      int from = random.nextInt(to + 1);

      KeySort.sort(keys, places, from, to);

      assertThat(Arrays.copyOfRange(keys, from, to)).isSorted();
      assertThat(IntStream.range(0, keys.length))
          .allMatch(i -> keys[i] == before[places[i]])
          .allMatch(i -> i >= from && i < to || places[i] == i);
    }
  }
}
