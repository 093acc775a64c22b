package dev.sluice.jobs.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.core.ScoreBuckets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the scores are, the range holds them all, and each is in a bucket. */
class ScoreRangeTest {
  private static final int TIMES = 2_000;

  private static Column column(double... scores) {
    Column column = new Column("score");
    for (int row = 0; row < scores.length; row++) {
      column.addNumber(row, scores[row], Column.Kind.FRACTION, "");
    }
    return column;
  }

  private static List<Bucket> buckets(double... scores) {
    return ScoreRange.of(column(scores), List.of()).orElseThrow().buckets();
  }

  @Test
  void shouldLoseNoScore() {
    Random random = new Random(3);
    for (int time = 0; time < TIMES; time++) {
      double[] scores = new double[1 + random.nextInt(60)];
      double scale = Math.pow(10, random.nextInt(40) - 20);
      double shift = random.nextBoolean() ? 0 : random.nextGaussian() * scale;
      for (int i = 0; i < scores.length; i++) {
        double score = random.nextGaussian() * scale + shift;
        scores[i] = (random.nextInt(4) == 0 ? Math.rint(score) : score) + 0.0; // no -0.0
      }
      ScoreRange range = ScoreRange.of(column(scores), List.of()).orElseThrow();
      List<Bucket> all = range.buckets();
      ScoreBuckets buckets = new ScoreBuckets(all, 0);
      assertThat(all.get(all.size() - 1).rate()).isEqualTo(1);
      for (double score : scores) {
        assertThat(score).isBetween(range.min(), range.max());
        assertThat(range.educational() || buckets.indexOf(score) >= 0).isTrue();
      }
    }
  }

  @Test
  void shouldMakeFewerBucketsOfEqualScores() {
    assertThat(buckets(3, 3, 3, 3))
        .containsExactly(new Bucket("0.0", 0, Double.POSITIVE_INFINITY, 1));
    assertThat(buckets(0, 0, 0, 7, 7, 7, 7, 7))
        .containsExactly(
            new Bucket("0.0", 0, 7, 0.3), new Bucket("7.0", 7, Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void shouldNotLetOutliersDecide() {
    double[] scores = new double[1000];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = i / 1000.0;
    }
    scores[999] = 1e9;
    assertThat(buckets(scores))
        .extracting(Bucket::name)
        .containsExactly("0.0", "0.249", "0.499", "0.749");
  }

  @Test
  void shouldTakeSharesForNoLevels() {
    double[] scores = new double[100];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = 0.5 + i / 250.0;
    }
    assertThat(ScoreRange.of(column(scores), List.of()).orElseThrow().scale()).isEqualTo(1);
  }
}
