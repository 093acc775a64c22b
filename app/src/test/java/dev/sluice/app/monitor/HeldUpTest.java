package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.gauge.WaitTimes.Wait;
import dev.sluice.ingest.IngestGauge.IngestWait;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldUpTest {
  private final StageWatch.HeldUp<IngestWait> heldUp = new StageWatch.HeldUp<>();
  private final Map<IngestWait, Duration> totals = new EnumMap<>(IngestWait.class);
  private long millis;

  private Optional<Wait<IngestWait>> second(IngestWait cause, long waited) {
    millis += 1_000;
    totals.merge(cause, Duration.ofMillis(waited), Duration::plus);
    return heldUp.at(millis, new EnumMap<>(totals), 1);
  }

  @Test
  void shouldNameWhatTakesHalfOfTheTimeAndSinceWhen() {
    assertThat(second(IngestWait.SINK, 0)).isEmpty();
    assertThat(second(IngestWait.SINK, 600)).contains(new Wait<>(IngestWait.SINK, 2_000));
    assertThat(second(IngestWait.SINK, 1_000)).contains(new Wait<>(IngestWait.SINK, 2_000));
    assertThat(second(IngestWait.DISK, 0)).contains(new Wait<>(IngestWait.SINK, 2_000));
  }

  @Test
  void shouldForgetWaitsThatAreOver() {
    second(IngestWait.SINK, 0);
    assertThat(second(IngestWait.SINK, 1_000)).isPresent();
    for (int i = 0; i < 5; i++) {
      second(IngestWait.SINK, 0);
    }
    assertThat(second(IngestWait.SINK, 0)).isEmpty();
  }

  @Test
  void shouldNotNameShortWaits() {
    for (int i = 0; i < 20; i++) {
      assertThat(second(IngestWait.TRANSACTION, 100)).isEmpty();
    }
  }
}
