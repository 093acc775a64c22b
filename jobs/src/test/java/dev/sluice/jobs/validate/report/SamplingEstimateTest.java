package dev.sluice.jobs.validate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobs.validate.report.SamplingEstimate.Judgement;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SamplingEstimateTest {
  @Test
  void shouldMeasureWhatSamplingTookBeforeDuplicatesWent() {
    SamplingEstimate estimate = SamplingEstimate.of(0.3, 250, 50, 0, 700);
    assertThat(estimate.measured()).isEqualTo(0.3);
    assertThat(estimate.error()).isZero();
    assertThat(estimate.taken()).isEqualTo(300);
    assertThat(estimate.rows()).isEqualTo(1000);
  }

  @Test
  void shouldForgiveChanceInSmallBucketsOnly() {
    assertThat(SamplingEstimate.of(0.3, 33, 0, 0, 67).judgement()).isEqualTo(Judgement.GOOD);
    assertThat(SamplingEstimate.of(0.3, 330_000, 0, 0, 670_000).judgement())
        .isEqualTo(Judgement.WRONG);
    assertThat(SamplingEstimate.of(0.3, 302_900, 0, 0, 697_100).judgement())
        .as("0.97 % off, seldom by chance")
        .isEqualTo(Judgement.DOUBTFUL);
    assertThat(SamplingEstimate.of(0.3, 302_000, 0, 0, 698_000).judgement())
        .as("0.67 % off")
        .isEqualTo(Judgement.GOOD);
    assertThat(SamplingEstimate.of(0.3, 10_000, 0, 0, 22_500).judgement())
        .as("2.6 % off, three deviations")
        .isEqualTo(Judgement.DOUBTFUL);
  }

  @Test
  void shouldForgiveNothingWhereAllOrNoneAreKept() {
    assertThat(SamplingEstimate.of(1, 1_000_000, 5, 0, 0).judgement()).isEqualTo(Judgement.GOOD);
    assertThat(SamplingEstimate.of(1, 1_000_000, 5, 0, 1).judgement()).isEqualTo(Judgement.WRONG);
    assertThat(SamplingEstimate.of(0, 0, 0, 0, 100).judgement()).isEqualTo(Judgement.GOOD);
    assertThat(SamplingEstimate.of(0, 1, 0, 0, 100).judgement()).isEqualTo(Judgement.WRONG);
    assertThat(SamplingEstimate.of(0, 1, 0, 0, 100).error()).isEqualTo(1);
  }

  @Test
  void shouldSayNothingOfAnEmptyBucket() {
    SamplingEstimate estimate = SamplingEstimate.of(0.3, 0, 0, 0, 0);
    assertThat(estimate.judgement()).isEqualTo(Judgement.GOOD);
    assertThat(estimate.measured()).isEqualTo(0.3);
    assertThat(estimate.low()).isZero();
    assertThat(estimate.high()).isEqualTo(1);
  }

  @Test
  void shouldGiveWilsonsInterval() {
    SamplingEstimate estimate = SamplingEstimate.of(0.3, 30, 0, 0, 70);
    assertThat(estimate.low()).isCloseTo(0.2189, within(1e-4));
    assertThat(estimate.high()).isCloseTo(0.3958, within(1e-4));
  }

  @Test
  void shouldHoldTheTrueRateAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(4);
    int within = 0;
    int wrong = 0;
    for (int round = 0; round < 2000; round++) {
      int kept = 0;
      for (int row = 0; row < 500; row++) {
        kept += random.nextDouble() < 0.6 ? 1 : 0;
      }
      SamplingEstimate estimate = SamplingEstimate.of(0.6, kept, 0, 0, 500 - kept);
      within += estimate.low() <= 0.6 && estimate.high() >= 0.6 ? 1 : 0;
      wrong += estimate.judgement() == Judgement.WRONG ? 1 : 0;
    }
    assertThat(within / 2000.0).isBetween(0.93, 0.97);
    assertThat(wrong).isLessThanOrEqualTo(1);
  }

  @Test
  void shouldCountCopiesOfOneIdAsOneChance() {
    SamplingEstimate single = SamplingEstimate.of(0.3, 350, 0, 0, 650);
    SamplingEstimate copies = SamplingEstimate.of(0.3, 35, 315, 0, 650);
    assertThat(copies.deviation()).isCloseTo(single.deviation() * Math.sqrt(10), within(1e-9));
    assertThat(copies.high() - copies.low())
        .isGreaterThan(3 * (single.high() - single.low()) / 1.1);
  }
}
