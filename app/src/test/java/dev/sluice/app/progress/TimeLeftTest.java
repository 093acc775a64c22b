package dev.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLeftTest {
  private static final double WORK = 1e9;

  private final TimeLeft estimate = new TimeLeft();

  /** Whether every estimate from a tenth of the run on is within 25 % of the truth. */
  private static void assertHonest(double length, double every, DoubleUnaryOperator done) {
    TimeLeft estimate = new TimeLeft();
    double nextStep = every;
    estimate.reached(0, 0);
    double tick = Math.min(0.2, every);
    for (double now = tick; now < 0.9 * length; now += tick) {
      if (now >= nextStep) {
        estimate.reached(now, done.applyAsDouble(now));
        nextStep += every;
      }
      if (now >= 0.1 * length) {
        double truth = length - now;
        OptionalLong left = estimate.until(now, WORK);
        assertThat(left).as("at %.1f of %.1f s", now, length).isPresent();
        assertThat((double) left.getAsLong())
            .as("at %.1f of %.1f s", now, length)
            .isBetween(0.75 * truth - 1, 1.25 * truth + 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"60,0.3", "100,2", "600,0.3", "600,5", "7200,30"})
  void shouldBeWithinAQuarterAfterATenthOfASteadyRun(double length, double every) {
    assertHonest(length, every, now -> WORK * now / length);
  }

  @ParameterizedTest
  @CsvSource({"100,0.3", "1000,0.3", "1000,0.02", "1000,5"})
  void shouldNotCountTheSlowStartOfAProcess(double length, double every) {
    double start = 0.04 * length;
    assertHonest(
        length, every, now -> WORK * Math.max(1e-9 * now, (now - start) / (length - start)));
  }

  @Test
  void shouldBearAnUnevenRate() {
    Random random = new Random(7);
    double[] done = new double[6_001];
    for (int i = 1; i < done.length; i++) {
      done[i] = done[i - 1] + Math.max(0.1, 1 + 0.6 * random.nextGaussian());
    }
    double scale = WORK / done[6_000];
    assertHonest(1_200, 0.2, now -> scale * done[(int) Math.round(5 * now)]);
  }

  @Test
  void shouldCountOnlyWhatThisInvocationDid() {
    estimate.reached(0, 0.9 * WORK);
    for (int second = 1; second <= 10; second++) {
      estimate.reached(second, (0.9 + 0.001 * second) * WORK);
    }
    assertThat(estimate.until(10, WORK)).hasValue(90);
  }

  @Test
  void shouldTellWhenAPartOfTheWorkEnds() {
    for (int second = 0; second <= 10; second++) {
      estimate.reached(second, 10 * second);
    }
    assertThat(estimate.until(10, 100)).hasValue(0);
    assertThat(estimate.until(10, 150)).hasValue(5);
    assertThat(estimate.until(10, 300)).hasValue(20);
  }

  @Test
  void shouldCountDownBetweenTwoStepsAndRiseWhenOneIsOverdue() {
    for (int second = 0; second <= 40; second += 10) {
      estimate.reached(second, second);
    }
    assertThat(estimate.until(40, 100)).hasValue(60);
    assertThat(estimate.until(45, 100)).hasValue(55);
    assertThat(estimate.until(50, 100)).hasValue(50);
    assertThat(estimate.until(70, 100)).hasValue(110);
  }

  @Test
  void shouldSayNothingBeforeItHasMeasured() {
    assertThat(estimate.until(1, WORK)).isEmpty();
    estimate.reached(0, 0);
    estimate.reached(3, 100);
    assertThat(estimate.until(4, WORK)).isEmpty();
    estimate.reached(5, 200);
    assertThat(estimate.until(7.9, WORK)).isEmpty();
    assertThat(estimate.until(8, WORK)).isPresent();
  }

  @Test
  void shouldIgnoreWorkThatIsDoneAgain() {
    for (int second = 0; second <= 10; second++) {
      estimate.reached(second, 10 * second);
    }
    estimate.reached(11, 50);
    estimate.reached(12, 120);
    assertThat(estimate.until(12, 240)).hasValue(12);
  }

  @Test
  void shouldNeverSayThatNothingIsLeftOfUnfinishedWork() {
    estimate.reached(0, 0);
    estimate.reached(10, 50);
    estimate.reached(20, 99.9);
    assertThat(estimate.until(25, 100)).hasValue(1);
  }
}
