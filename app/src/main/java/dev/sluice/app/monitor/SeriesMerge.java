package dev.sluice.app.monitor;

import dev.sluice.app.monitor.Series.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * One series of several. The clocks of processes do not tick together, so points are taken on a
 * grid of times; of each process, the newest point before a time counts, unless it is old. Rates,
 * backlogs, memory and processors are added; of free space, the least is taken.
 */
final class SeriesMerge {
  private static final long LEAST_STEP_MILLIS = 1_000;

  private final List<Series> all;
  private final long begin;
  private final long end;
  private final long step;

  private SeriesMerge(List<Series> all) {
    this.all = all;
    this.begin = all.stream().mapToLong(each -> each.points().get(0).time()).min().orElse(0);
    this.end = all.stream().mapToLong(each -> each.newest().time()).max().orElse(0);
    this.step = step();
  }

  static Series of(List<Series> all) {
    return new SeriesMerge(all.stream().filter(each -> !each.isEmpty()).toList()).merged();
  }

  /** The largest distance that any series has on average, at least 1 s and few enough points. */
  private long step() {
    long most = LEAST_STEP_MILLIS;
    for (Series each : all) {
      long span = each.newest().time() - each.points().get(0).time();
      most = Math.max(most, span / Math.max(1, each.points().size() - 1));
    }
    return Math.max(most, (end - begin) / (SeriesHistory.MOST_POINTS - 1) + 1);
  }

  private Series merged() {
    List<Point> points = new ArrayList<>();
    int[] at = new int[all.size()];
    LongStream.iterate(end, t -> t > begin - step, t -> t - step)
        .limit(all.isEmpty() ? 0 : SeriesHistory.MOST_POINTS)
        .sorted()
        .forEach(time -> points.add(merged(time, at)));
    return new Series(points);
  }

  /** Moves the positions to the newest points before a time, and adds those that are not old. */
  private Point merged(long time, int[] at) {
    Point sum = new Point(time, Map.of());
    for (int i = 0; i < at.length; i++) {
      List<Point> points = all.get(i).points();
      while (at[i] < points.size() && points.get(at[i]).time() <= time) {
        at[i]++;
      }
      if (at[i] > 0 && time - points.get(at[i] - 1).time() < 2 * step) {
        sum = sum.together(points.get(at[i] - 1));
      }
    }
    return sum;
  }
}
