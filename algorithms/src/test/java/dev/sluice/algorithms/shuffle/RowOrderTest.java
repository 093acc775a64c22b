package dev.sluice.algorithms.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowOrderTest {
  @Test
  void shouldOrderRowsAsTheirWholeKeysAre() {
    SplittableRandom random = new SplittableRandom(3);
    RowOrder order = new RowOrder(3_000);
    for (int round = 0; round < 300; round++) {
      int size = random.nextInt(3_000);
      long mask = -1L << random.nextInt(64); // few upper bits: many rows agree in 33
      long[] keys = random.longs(size).map(key -> key & mask | key & 0xFFFF).toArray();
      order.clear();
      for (int i = 0; i < size; i++) {
        order.add(keys[i], place(i));
      }
      order.sort((a, b) -> compare(keys, row(a), row(b)));
      List<Integer> expected =
          IntStream.range(0, size)
              .boxed()
              .sorted(Comparator.comparing(Integer::intValue, (a, b) -> compare(keys, a, b)))
              .map(RowOrderTest::place)
              .toList();
      assertThat(IntStream.range(0, order.size()).map(order::place).boxed().toList())
          .isEqualTo(expected);
    }
  }

  /** Places up to the last there can be. */
  private static int place(int row) {
    return Integer.MAX_VALUE - row * 7;
  }

  private static int row(int place) {
    return (Integer.MAX_VALUE - place) / 7;
  }

  private static int compare(long[] keys, int row, int other) {
    int byKey = Long.compareUnsigned(keys[row], keys[other]);
    return byKey != 0 ? byKey : Integer.compare(row, other);
  }
}
