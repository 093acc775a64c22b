package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ingest.LogPressure.Load;
import dev.sluice.ingest.LogPressure.StalledWait;
import dev.sluice.ingest.LogPressure.StalledWait.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StalledWaitTest {
  private static final long AHEAD = 100;
  private static final Load TAKEN = new Load(0, 0, 0, 1000, 7);
  private static final Load NOT_TAKEN = new Load(AHEAD + 1, 0, 0, 1000, 7);

  private static Stall look(StalledWait wait, Load load, Duration at) {
    return wait.look(load, AHEAD, at.toNanos());
  }

  @Test
  void shouldSayWhatStandsStillOnceItHasForTooLong() {
    StalledWait deleting = new StalledWait(TAKEN, 0);
    StalledWait taking = new StalledWait(NOT_TAKEN, 0);

    assertThat(look(taking, NOT_TAKEN, StalledWait.PATIENCE.minusMillis(1))).isEqualTo(Stall.NONE);
    assertThat(look(taking, NOT_TAKEN, StalledWait.PATIENCE)).isEqualTo(Stall.NOT_TAKEN);
    assertThat(look(deleting, TAKEN, Duration.ofMinutes(9)))
        .as("brokers look every five minutes for what they may delete")
        .isEqualTo(Stall.NONE);
    assertThat(look(deleting, TAKEN, StalledWait.PATIENCE_WITH_DELETION))
        .isEqualTo(Stall.NOT_DELETED);
  }

  @Test
  void shouldSayItAgainAtIntervals() {
    StalledWait wait = new StalledWait(NOT_TAKEN, 0);
    List<Long> told = new ArrayList<>();
    for (long second = 0; second < 3 * StalledWait.INTERVAL.toSeconds(); second++) {
      if (look(wait, NOT_TAKEN, Duration.ofSeconds(second)) != Stall.NONE) {
        told.add(second);
      }
    }

    assertThat(told).containsExactly(60L, 660L, 1260L);
  }

  @Test
  void shouldBePatientAsLongAsSomethingMoves() {
    StalledWait wait = new StalledWait(NOT_TAKEN, 0);
    for (int second = 0; second < 1000; second += 50) {
      Load load = new Load(0, AHEAD + 1, 0, 1000, second);
      assertThat(look(wait, load, Duration.ofSeconds(second))).isEqualTo(Stall.NONE);
    }
  }
}
