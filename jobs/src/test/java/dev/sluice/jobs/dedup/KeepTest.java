package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeepTest {
  @Test
  void shouldRankHigherScoresFirstAndThoseWithoutLast() {
    List<Double> scores =
        List.of(
            Double.POSITIVE_INFINITY,
            1e300,
            2.0,
            Math.nextDown(2.0),
            Double.MIN_VALUE,
            0.0,
            -Double.MIN_VALUE,
            -3.5,
            Double.NEGATIVE_INFINITY,
            Double.NaN);
    for (int i = 1; i < scores.size(); i++) {
      assertThat(Keep.HIGHEST_SCORE.rank(scores.get(i - 1), 9 - i))
          .isLessThan(Keep.HIGHEST_SCORE.rank(scores.get(i), i));
    }
    assertThat(Keep.HIGHEST_SCORE.rank(-0.0, 1)).isEqualTo(Keep.HIGHEST_SCORE.rank(0.0, 2));
  }

  @Test
  void shouldRankLongerTextsFirst() {
    assertThat(Keep.LONGEST.rank(Double.NaN, 7)).isLessThan(Keep.LONGEST.rank(5, 6));
    assertThat(Keep.FIRST.rank(1, 2)).isEqualTo(Keep.FIRST.rank(3, 4));
  }
}
