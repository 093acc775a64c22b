package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleHistoryTest {
  /** All samples, and after each the shortest series of those at multiples of a power of 2. */
  private static List<Sample> slowly(List<Sample> all, int most) {
    for (int every = 1; ; every *= 2) {
      List<Sample> kept = new ArrayList<>();
      for (int i = 0; i < all.size(); i += every) {
        kept.add(all.get(i));
      }
      if (kept.size() < most) {
        Sample newest = all.get(all.size() - 1);
        if (!kept.get(kept.size() - 1).equals(newest)) {
          kept.add(newest);
        }
        return kept;
      }
    }
  }

  @Test
  void shouldKeepWhatTheObviousThinningKeeps() {
    for (int most : List.of(3, 4, 5, 8, 33)) {
      SampleHistory history = new SampleHistory(most);
      List<Sample> all = new ArrayList<>();
      for (int second = 0; second < 700; second++) {
        all.add(TestingSamples.after(second));
        history.add(all.get(second));
        assertThat(history.all()).as("%d of %d", second, most).isEqualTo(slowly(all, most));
      }
    }
  }

  @Test
  void shouldStayBoundedWhateverTheLengthAndHoweverOftenItIsRead() {
    Random random = new Random(7);
    SampleHistory history = new SampleHistory();
    for (int process = 0; process < 40; process++) {
      int seconds = random.nextInt(20_000);
      for (int second = 0; second < seconds; second++) {
        history.add(TestingSamples.ofProcess(process, second));
      }
      assertThat(history.all()).hasSizeBetween(1, SampleHistory.MOST_POINTS);
      SampleHistory read = new SampleHistory();
      read.restoreEvery(history.every());
      history.kept().forEach(read::restore);
      assertThat(read.kept()).isEqualTo(history.kept());
      assertThat(read.every()).isEqualTo(history.every());
      history = read;
    }
    assertThat(history.all().size()).isGreaterThan(SampleHistory.MOST_POINTS / 2 - 1);
  }

  @Test
  void shouldThinWhatAFileHoldsTooMuchOf() {
    SampleHistory read = new SampleHistory(8);
    for (int second = 0; second < 100; second++) {
      read.restore(TestingSamples.after(second));
    }
    assertThat(read.all()).hasSizeLessThanOrEqualTo(8);
    assertThat(read.all().get(0)).isEqualTo(TestingSamples.after(0));
  }

  @Test
  void shouldKeepRatesExactHoweverFewPointsAreLeft() {
    SampleHistory history = new SampleHistory(5);
    for (int second = 0; second < 1_000; second++) {
      history.add(TestingSamples.after(second));
    }
    RunDocument.Series series = SeriesColumns.of(history.all());
    assertThat(series.rowsPerSecond()).first().isNull();
    assertThat(series.rowsPerSecond()).last().isEqualTo(10L);
    assertThat(series.readBytesPerSecond().subList(1, series.time().size())).containsOnly(1_000L);
    assertThat(series.cpus().subList(1, series.time().size())).containsOnly(0.5);
  }

  @Test
  void shouldNotTakeARateFromOneProcessToTheNext() {
    RunDocument.Series series =
        SeriesColumns.of(List.of(TestingSamples.after(100), TestingSamples.ofProcess(1, 200)));
    assertThat(series.rowsPerSecond()).containsExactly(null, null);
    assertThat(series.time()).hasSize(2);
  }
}
