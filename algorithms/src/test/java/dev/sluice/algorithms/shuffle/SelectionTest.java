package dev.sluice.algorithms.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
  @Test
  void shouldChooseExactlySoMany() {
    for (int rows = 0; rows < 32; rows++) {
      for (int count = 0; count <= rows; count++) {
        assertThat(Integer.bitCount(chosen(7, 0, rows, count))).isEqualTo(count);
      }
    }
  }

  /** 10 sets of 3 out of 5: 20,000 seeds, and no count further from 2,000 than chance allows. */
  @Test
  void shouldChooseEverySetEquallyOften() {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int seed = 0; seed < 20_000; seed++) {
      counts.merge(chosen(seed, 3, 5, 3), 1, Integer::sum);
    }
    double chiSquare =
        counts.values().stream().mapToDouble(n -> (n - 2_000.0) * (n - 2_000.0) / 2_000).sum();
    assertThat(counts).hasSize(10);
    assertThat(chiSquare).isLessThan(27.9); // 9 degrees of freedom, p = 0.001
  }

  @Test
  void shouldChooseOtherwiseForAnotherInput() {
    assertThat(chosen(1, 0, 30, 15)).isNotEqualTo(chosen(1, 1, 30, 15));
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> new Selection(1, 0, 3, 4))
        .hasMessage("cannot select 4 of 3 rows of input 0");
    Selection selection = new Selection(1, 0, 1, 1);
    assertThat(selection.next()).isTrue();
    assertThatThrownBy(selection::next)
        .hasMessage("the input has more rows than the 1 that were announced");
  }

  private static int chosen(long seed, int input, int rows, int count) {
    Selection selection = new Selection(seed, input, rows, count);
    int chosen = 0;
    for (int row = 0; row < rows; row++) {
      chosen |= selection.next() ? 1 << row : 0;
    }
    return chosen;
  }
}
