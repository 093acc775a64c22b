package dev.sluice.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private long millis = 1_700_000_000_000L;
  private long nanos = -5;
  private final ClockWatch watch = new ClockWatch(() -> millis, () -> nanos);

  private void pass(Duration time) {
    nanos += time.toNanos();
    millis += time.toMillis();
  }

  @Test
  void shouldNoticeThatTheClockWasMovedBack() {
    pass(Duration.ofMillis(100));
    assertThat(watch.movedBack()).isEmpty();
    pass(Duration.ofMillis(100));
    millis -= Duration.ofHours(1).toMillis();
    assertThat(watch.movedBack()).contains(Duration.ofHours(1));
    pass(Duration.ofMillis(100));
    assertThat(watch.movedBack()).isEmpty();
  }

  @Test
  void shouldIgnoreAFewSeconds() {
    for (int step = 0; step < 10; step++) {
      pass(Duration.ofMillis(100));
      millis -= ClockWatch.MOST.toMillis();
      assertThat(watch.movedBack()).isEmpty();
    }
  }

  @Test
  void shouldIgnoreAClockThatIsMovedAheadUntilItIsMovedBack() {
    millis += Duration.ofDays(8).toMillis();
    assertThat(watch.movedBack()).isEmpty();
    millis -= Duration.ofDays(8).toMillis();
    assertThat(watch.movedBack()).contains(Duration.ofDays(8));
  }

  /** Wherever it is suspended: between two readings of the clocks, or between two calls. */
  @Test
  void shouldNotMistakeASuspendedProcessForAMovedClock() {
    for (int reading = 0; reading < 4; reading++) {
      int[] left = {reading};
      Runnable maybeSuspended =
          () -> {
            if (left[0]-- == 0) {
              pass(Duration.ofHours(1));
            }
          };
      ClockWatch suspended =
          new ClockWatch(
              () -> {
                maybeSuspended.run();
                return millis;
              },
              () -> {
                maybeSuspended.run();
                return nanos;
              });
      for (int call = 0; call < 3; call++) {
        pass(Duration.ofMillis(100));
        assertThat(suspended.movedBack()).as("suspended before reading %d", reading).isEmpty();
      }
    }
  }
}
