package dev.sluice.algorithms.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whether every order is equally likely. */
class UniformityTest {
  private static List<Long> order(long seed, int rows) {
    ShuffleKeys keys = ShuffleKeys.of(seed);
    return LongStream.range(0, rows).boxed().sorted(keys::compare).toList();
  }

  /** All 120 orders of 5 rows: 119 degrees of freedom, p = 0.001. */
  @Test
  void shouldDrawEveryOrderEquallyOften() {
    Map<List<Long>, Integer> counts = new HashMap<>();
    for (int seed = 0; seed < 60_000; seed++) {
      counts.merge(order(seed, 5), 1, Integer::sum);
    }
    assertThat(counts).hasSize(120);
    assertThat(chiSquare(counts.values().stream().mapToInt(n -> n).toArray(), 500))
        .isLessThan(172.0);
  }

  /** So what is said of the order of the keys is said of every number of piles. */
  @Test
  void shouldDrawTheSameOrderFromAnyNumberOfPartitions() {
    for (int seed = 0; seed < 3_000; seed++) {
      ShuffleKeys keys = ShuffleKeys.of(seed);
      int piles = 1 + seed % 7;
      Comparator<Long> byPile = Comparator.comparing(row -> KeyRange.part(keys.high(row), piles));
      Comparator<Long> inPile =
          (row, other) ->
              Long.compareUnsigned(
                  KeyRange.within(keys.high(row), piles), KeyRange.within(keys.high(other), piles));
      assertThat(LongStream.range(0, 20).boxed().sorted(byPile.thenComparing(inPile)).toList())
          .isEqualTo(order(seed, 20));
    }
  }

  /**
   * The seed document's own method never brings the first two rows of its first part out first and
   * second; here they come as often as any other two.
   */
  @Test
  void shouldBringTheFirstTwoRowsOutFirstAsOftenAsAnyOthers() {
    int[] counts = new int[36];
    for (int seed = 0; seed < 30_000; seed++) {
      List<Long> order = order(seed, 6);
      counts[(int) (order.get(0) * 6 + order.get(1))]++;
    }
    int[] pairs = IntStream.range(0, 36).filter(i -> i / 6 != i % 6).map(i -> counts[i]).toArray();
    assertThat(counts[1]).isBetween(850, 1_150);
    assertThat(chiSquare(pairs, 1_000)).isLessThan(58.3); // 29 degrees of freedom, p = 0.001
  }

  private static double chiSquare(int[] counts, double expected) {
    return Arrays.stream(counts).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
  }

  /** Old against new positions, in tenths of each: 81 degrees of freedom, p = 0.001. */
  @Test
  void shouldSpreadRowsFromEverywhereToEverywhere() {
    List<Long> order = order(42, 200_000);
    int[] counts = new int[100];
    int neighbours = 0;
    for (int i = 0; i < order.size(); i++) {
      counts[(int) (order.get(i) / 20_000 * 10 + i / 20_000)]++;
      neighbours += i > 0 && Math.abs(order.get(i) - order.get(i - 1)) == 1 ? 1 : 0;
    }
    assertThat(chiSquare(counts, 2_000)).isLessThan(127.0);
    assertThat(neighbours).isBetween(0, 9); // 2 expected: more than 9 once in 20,000 seeds
  }
}
