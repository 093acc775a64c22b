package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScoreBucketsTest {
  private static final double OPEN = Double.POSITIVE_INFINITY;

  @Test
  void shouldPutEveryLowerBoundAndEpsilonBelowItIntoTheUpperBucket() {
    ScoreBuckets buckets = TestingRules.FINEWEB_EDU;
    for (int i = 0; i < buckets.all().size(); i++) {
      double min = buckets.at(i).min();
      assertThat(buckets.indexOf(min)).isEqualTo(i);
      assertThat(buckets.indexOf(min - 0.5e-9)).isEqualTo(i);
      assertThat(buckets.indexOf(min - 1e-9)).isEqualTo(i);
      assertThat(buckets.indexOf(min - 2e-9)).isEqualTo(i - 1);
    }
  }

  @Test
  void shouldLeaveOutNaNAndWhatIsBelowTheFirstBucket() {
    ScoreBuckets buckets = TestingRules.FINEWEB_EDU;
    assertThat(buckets.indexOf(Double.NaN)).isEqualTo(ScoreBuckets.NONE);
    assertThat(buckets.indexOf(-OPEN)).isEqualTo(ScoreBuckets.NONE);
    assertThat(buckets.indexOf(2.7999)).isEqualTo(ScoreBuckets.NONE);
    assertThat(buckets.indexOf(1e300)).isEqualTo(3);
    assertThat(buckets.indexOf(OPEN)).as("below no bound").isEqualTo(ScoreBuckets.NONE);
  }

  @Test
  void shouldRefuseMoreBucketsThanAKeyCanDistinguish() {
    List<Bucket> many =
        IntStream.rangeClosed(0, ScoreBuckets.MAX_BUCKETS)
            .mapToObj(i -> bucket("b" + i, i, i + 1))
            .toList();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(many, 0))
        .withMessage("257 buckets: at most 256 are allowed");
  }

  @Test
  void shouldLeaveOutScoresInAGap() {
    ScoreBuckets buckets = new ScoreBuckets(List.of(bucket("a", 0, 1), bucket("b", 2, 3)), 0);
    assertThat(buckets.indexOf(0)).isZero();
    assertThat(buckets.indexOf(1)).isEqualTo(ScoreBuckets.NONE);
    assertThat(buckets.indexOf(1.5)).isEqualTo(ScoreBuckets.NONE);
    assertThat(buckets.indexOf(2)).isEqualTo(1);
    assertThat(buckets.indexOf(3)).isEqualTo(ScoreBuckets.NONE);
  }

  @Test
  void shouldFindAtMostOneBucketAndThatByItsBounds() {
    ScoreBuckets buckets = TestingRules.FINEWEB_EDU;
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 100_000; round++) {
      double score = random.nextDouble(2.5, 5.5);
      int found = buckets.indexOf(score);
      for (int i = 0; i < 4; i++) {
        Bucket bucket = buckets.at(i);
        boolean inside = score >= bucket.min() - 1e-9 && score < bucket.max() - 1e-9;
        assertThat(inside).isEqualTo(found == i);
      }
    }
  }

  @Test
  void shouldRefuseNoBuckets() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(List.of(), 0))
        .withMessageContaining("at least one");
  }

  @Test
  void shouldRefuseOverlapsAndDisorderNamingBoth() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(List.of(bucket("a", 0, 2), bucket("b", 1, 3)), 0))
        .withMessageContainingAll("buckets a [0.0, 2.0) and b [1.0, 3.0)", "overlap");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(List.of(bucket("b", 2, 3), bucket("a", 0, 1)), 0))
        .withMessageContaining("not in ascending order");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(List.of(bucket("a", 0, OPEN), bucket("b", 1, OPEN)), 0))
        .withMessageContaining("overlap");
  }

  @Test
  void shouldRefuseTwoBucketsOfOneName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoreBuckets(List.of(bucket("a", 0, 1), bucket("a", 1, 2)), 0))
        .withMessageContaining("same name");
  }

  @Test
  void shouldRefuseAnEpsilonThatIsNoSmallNumber() {
    for (double epsilon : new double[] {-1e-9, Double.NaN, OPEN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ScoreBuckets(List.of(bucket("a", 0, 1)), epsilon))
          .withMessageContaining("epsilon " + epsilon);
    }
  }

  @Test
  void shouldRefuseNamesThatCouldLeaveTheirDirectory() {
    for (String name : List.of("", ".", "..", "a/b", "a b", "-a", ".a", "x".repeat(65), "ä")) {
      assertThatIllegalArgumentException()
          .as(name)
          .isThrownBy(() -> bucket(name, 0, 1))
          .withMessageContaining("\"" + name + "\"");
    }
    assertThat(bucket("4plus_MIND-x.1", 0, 1).name()).isEqualTo("4plus_MIND-x.1");
  }

  @Test
  void shouldRefuseEmptyRangesAndRatesOutsideZeroToOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bucket("a", 1, 1))
        .withMessageContaining("min 1.0 must be below max 1.0");
    assertThatIllegalArgumentException().isThrownBy(() -> bucket("a", Double.NaN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> bucket("a", 1, Double.NaN));
    for (double rate : new double[] {-0.1, 1.0000001, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Bucket("a", 0, 1, rate))
          .withMessageContaining("rate " + rate);
    }
  }

  @Test
  void shouldRefuseRulesWithoutARangeOrScale() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules(5, 0, 1))
        .withMessageContaining("score.min 5.0 must not be above score.max 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> rules(Double.NaN, 5, 1));
    for (double scale : new double[] {0, -1, Double.NaN, OPEN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> rules(0, 5, scale))
          .withMessageContaining("score.scale " + scale);
    }
  }

  private static Bucket bucket(String name, double min, double max) {
    return new Bucket(name, min, max, 0.5);
  }

  private static CurationRules rules(double min, double max, double scale) {
    return new CurationRules(min, max, scale, TestingRules.FINEWEB_EDU, 42, DedupScope.BUCKET);
  }
}
