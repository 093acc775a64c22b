package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.IngestGauge.IngestWait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class DiskGuardTest {
  private static final Path OUT = Path.of("/out");
  private static final Path WORK = Path.of("/work");

  private final Map<Path, Long> free = new HashMap<>(Map.of(OUT, 1_000L, WORK, 1_000L));
  private long nanos;
  private final DiskGuard guard = guard(() -> nanos);

  private DiskGuard guard(LongSupplier clock) {
    return new DiskGuard(
        List.of(new DiskGuard.Place("output.path", OUT), new DiskGuard.Place("work-dir", WORK)),
        1_000,
        free::get,
        clock);
  }

  private void pass(long millis) {
    nanos += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void shouldSeeRoomWhereThereIsEnough() {
    assertThat(guard.hasRoom()).isTrue();
    pass(60_000);
    assertThat(guard.hasRoom()).isTrue();
  }

  @Test
  void shouldWaitForSpaceThatComesBack() {
    free.put(WORK, 999L);
    assertThat(guard.hasRoom()).isFalse();
    pass(9_000);
    assertThat(guard.hasRoom()).isFalse();
    free.put(WORK, 1_000L);
    pass(2_000);
    assertThat(guard.hasRoom()).isTrue();

    free.put(WORK, 999L);
    pass(1_000);
    assertThat(guard.hasRoom()).as("patience begins anew").isFalse();
  }

  @Test
  void shouldStopWhenSpaceDoesNotComeBack() {
    free.put(WORK, 999L);
    guard.hasRoom();
    pass(10_000);

    assertThatThrownBy(guard::hasRoom)
        .isInstanceOf(Failure.class)
        .hasMessageContaining("/work (work-dir) is nearly full: 999 B is free")
        .hasMessageContaining("at least 1000 B (io.min-free-disk)")
        .hasMessageContaining("run the command again");
  }

  @Test
  void shouldTellIngestThatItWaitsForADisk() throws InterruptedException {
    WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);
    DiskGuard impatient = guard(() -> nanos += Duration.ofSeconds(6).toNanos());
    BackPressure room = impatient.after(BackPressure.NONE, new StopRequest());
    room.await(waits);
    assertThat(waits.totals()).isEmpty();

    free.put(WORK, 999L);
    assertThatThrownBy(() -> room.await(waits)).isInstanceOf(Failure.class);
    assertThat(waits.now().orElseThrow().cause()).isEqualTo(IngestWait.DISK);
  }

  @Test
  void shouldNotAskTheDisksAllTheTime() {
    assertThat(guard.hasRoom()).isTrue();
    free.put(OUT, 1L);
    pass(499);
    assertThat(guard.hasRoom()).isTrue();
    pass(1);
    assertThat(guard.hasRoom()).isFalse();
  }
}
