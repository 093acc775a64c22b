package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Series.Point;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final long BEGUN = 1_790_000_000_000L;

  /** Totals of a process that reads 10 rows each second and keeps half a processor busy. */
  private static Point totals(long seconds) {
    return new Point(
        BEGUN + 1_000 * seconds,
        Map.of(
            Figure.ROWS_PER_SECOND,
            10.0 * seconds,
            Figure.CPUS,
            0.5 * seconds,
            Figure.LAG_TOPOLOGY,
            (double) (seconds % 7)));
  }

  private static void add(SeriesHistory history, int from, int to) {
    Point before = null;
    for (int second = from; second < to; second++) {
      history.add(totals(second).since(before));
      before = totals(second);
    }
  }

  @Test
  void shouldKeepEverythingUntilThereIsTooMuch() {
    SeriesHistory history = new SeriesHistory(Series.NONE);
    add(history, 0, SeriesHistory.MOST_POINTS);
    assertThat(history.series().points()).hasSize(SeriesHistory.MOST_POINTS);
  }

  @Test
  void shouldKeepRatesExactHoweverFewPointsAreLeft() {
    SeriesHistory history = new SeriesHistory(Series.NONE);
    add(history, 0, 30_000);
    Series series = history.series();
    assertThat(series.points()).hasSizeBetween(1_000, SeriesHistory.MOST_POINTS);
    assertThat(series.time()).isSorted().startsWith(BEGUN).endsWith(BEGUN + 29_999_000L);
    assertThat(series.values(Figure.ROWS_PER_SECOND)).first().isNull();
    assertThat(series.values(Figure.ROWS_PER_SECOND).stream().skip(1))
        .allSatisfy(rate -> assertThat(rate).isBetween(9.999, 10.001));
    assertThat(series.values(Figure.LAG_TOPOLOGY)).last().isEqualTo(29_999 % 7.0);
  }

  @Test
  void shouldStayBoundedWhateverTheLengthAndHoweverOftenItIsRead() {
    Random random = new Random(7);
    SeriesHistory history = new SeriesHistory(Series.NONE);
    int now = 0;
    for (int process = 0; process < 40; process++) {
      int end = now + 1 + random.nextInt(20_000);
      add(history, now, end);
      assertThat(history.series().points()).hasSizeBetween(1, SeriesHistory.MOST_POINTS);
      assertThat(history.series().time()).last().isEqualTo(totals(end - 1).time());
      history = new SeriesHistory(history.series());
      now = end + random.nextInt(1_000);
    }
    assertThat(history.series().points()).hasSizeGreaterThan(SeriesHistory.MOST_POINTS / 4);
  }

  @Test
  void shouldNotTakeARateFromOneProcessToTheNext() {
    assertThat(totals(100).since(null).values()).containsOnlyKeys(Figure.LAG_TOPOLOGY);
  }

  /** A lag that was known a moment before the end is not that of the end. */
  @Test
  void shouldKnowOfAJoinedPointWhatIsKnownAtItsTime() {
    SeriesHistory history = new SeriesHistory(Series.NONE);
    history.add(new Point(0, Map.of()));
    history.add(new Point(1_000, Map.of(Figure.LAG_SINK, 5.0, Figure.CPUS, 1.0)));
    history.add(new Point(1_200, Map.of(Figure.MEMORY_BYTES, 7.0)));
    assertThat(history.series().points())
        .last()
        .isEqualTo(new Point(1_200, Map.of(Figure.MEMORY_BYTES, 7.0, Figure.CPUS, 1.0)));
  }
}
