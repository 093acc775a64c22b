package dev.sluice.operators.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Looks at a thread that runs: the test's own. */
class PluginCallTest {
  private static final long SECOND = 1_000_000_000;
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final PluginLimits LIMITS = new PluginLimits(MOST, MOST, MOST, 64 << 20);

  private final PluginCall call = new PluginCall();
  private long cpu;

  private void begin() {
    call.begin("it", () -> "this", MOST, 0);
  }

  private Optional<String> looks(int seconds, long cpuNanosOfEach) {
    for (int i = 0; i < seconds; i++) {
      cpu += cpuNanosOfEach;
      Optional<String> last = call.look(SECOND, new PluginCall.Used(cpu, 0), LIMITS);
      if (last.isPresent()) {
        return last;
      }
    }
    return Optional.empty();
  }

  @Test
  void shouldCountWhatItComputes() {
    begin();
    assertThat(looks(10, SECOND)).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(looks(1, SECOND)).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(looks(11, SECOND)).hasValueSatisfying(last -> assertThat(last).startsWith("it "));
    assertThat(call.end())
        .contains(
            "it takes longer than 10s for this: mend it, or allow more with --plugin-timeout");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void shouldCountATenthOfTheTimeWithoutAProcessor() {
    begin();
    looks(90, SECOND / 50);
    assertThat(call.end()).isEmpty();
    begin();
    looks(90, SECOND / 5);
    assertThat(call.end()).isPresent();
  }

  /** The watch itself has waited for a processor meanwhile. */
  @Test
  void shouldNotCountMoreThanTheTimeThatHasPassed() {
    begin();
    looks(2, 9 * SECOND);
    assertThat(call.end()).isEmpty();
  }
}
