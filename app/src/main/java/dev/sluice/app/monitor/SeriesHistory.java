package dev.sluice.app.monitor;

import dev.sluice.app.monitor.Series.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the points of a job over time, at most {@link #MOST_POINTS}. When there are more, every
 * two points are joined into one, and from then on points are twice as far apart. Rates of joined
 * points stay exact. The newest moment is always included. Not thread-safe.
 */
final class SeriesHistory {
  /** The maximum number of points of a series. */
  static final int MOST_POINTS = 2_000;

  /** The nominal distance of points, which arrive about once a second. */
  private static final long TICK_MILLIS = 1_000;

  private List<Point> points;
  private long distanceMillis;

  /** Continues a series with the median distance of its points. */
  SeriesHistory(Series former) {
    points = new ArrayList<>(former.points());
    long[] distances = new long[Math.max(1, points.size() - 1)];
    for (int i = 1; i < points.size(); i++) {
      distances[i - 1] = points.get(i).time() - points.get(i - 1).time();
    }
    Arrays.sort(distances);
    distanceMillis = Math.max(TICK_MILLIS, distances[distances.length / 2]);
  }

  /** Adds the next point. */
  void add(Point next) {
    int last = points.size() - 1;
    if (last > 0 && next.time() - before(last) < distanceMillis + TICK_MILLIS / 2) {
      points.set(last, points.get(last).joined(before(last), next));
    } else {
      points.add(next);
    }
    if (points.size() > MOST_POINTS) {
      thin();
    }
  }

  private long before(int point) {
    return points.get(point - 1).time();
  }

  private void thin() {
    List<Point> half = new ArrayList<>(List.of(points.get(0)));
    for (int i = 1; i < points.size(); i += 2) {
      boolean pair = i + 1 < points.size();
      half.add(pair ? points.get(i).joined(before(i), points.get(i + 1)) : points.get(i));
    }
    points = half;
    distanceMillis *= 2;
  }

  /** Returns the points so far. */
  Series series() {
    return new Series(points);
  }
}
