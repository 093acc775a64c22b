package dev.sluice.core.gauge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.gauge.WaitTimes.Wait;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitTimesTest {
  private static final long START_MILLIS = 1_000_000;

  private long nanos = Long.MAX_VALUE - 5; // overflows soon, as a clock may
  private long millis = START_MILLIS;
  private final WaitTimes<Cause> waits = new WaitTimes<>(Cause.class, () -> nanos, () -> millis);

  private enum Cause {
    DISK,
    LOG
  }

  private void pass(long seconds) {
    nanos += Duration.ofSeconds(seconds).toNanos();
    millis += Duration.ofSeconds(seconds).toMillis();
  }

  @Test
  void shouldTellWhatIsWaitedForAndSinceWhen() {
    pass(3);
    waits.begin(Cause.LOG);
    pass(2);

    assertThat(waits.now()).contains(new Wait<>(Cause.LOG, START_MILLIS + 3_000));
    waits.end();
    assertThat(waits.now()).isEmpty();
  }

  @Test
  void shouldGoOnWithAWaitThatBeginsAgain() {
    waits.begin(Cause.LOG);
    pass(2);
    waits.begin(Cause.LOG);

    assertThat(waits.now()).contains(new Wait<>(Cause.LOG, START_MILLIS));
    assertThat(waits.totals()).isEqualTo(Map.of(Cause.LOG, Duration.ofSeconds(2)));
  }

  @Test
  void shouldEndAWaitWhenAnotherBegins() {
    waits.begin(Cause.LOG);
    pass(2);
    waits.begin(Cause.DISK);
    pass(1);

    assertThat(waits.now()).contains(new Wait<>(Cause.DISK, START_MILLIS + 2_000));
    assertThat(waits.totals())
        .isEqualTo(Map.of(Cause.LOG, Duration.ofSeconds(2), Cause.DISK, Duration.ofSeconds(1)));
  }

  @Test
  void shouldAddUpWaitsAndIncludeTheCurrentOne() {
    waits.begin(Cause.LOG);
    pass(2);
    waits.end();
    pass(10);
    waits.end();
    waits.begin(Cause.LOG);
    pass(3);

    assertThat(waits.totals()).isEqualTo(Map.of(Cause.LOG, Duration.ofSeconds(5)));
  }
}
