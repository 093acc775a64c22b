package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Figures over time. In JSON, they are columns of equal length: {@code time} and one column per
 * figure, with null for unknown values. Immutable.
 *
 * @param points points in ascending order of time
 */
public record Series(List<Point> points) {
  /** The series without points. */
  public static final Series NONE = new Series(List.of());

  private static final String TIME = "time";

  /** A figure that is measured. */
  public enum Figure {
    /** Bytes of input read per second. */
    READ_BYTES_PER_SECOND,
    /** Rows read per second. */
    ROWS_PER_SECOND,
    /** Documents kept per second. */
    KEPT_PER_SECOND,
    /** Rows that wait for the topology. */
    LAG_TOPOLOGY,
    /** Rows that wait for the sink. */
    LAG_SINK,
    /** Resident memory of the process. */
    MEMORY_BYTES,
    /** The least free space of the disks to which the process writes. */
    DISK_FREE_BYTES,
    /** Busy processors, in seconds of CPU time per second. */
    CPUS;

    /** Returns the name of the figure in JSON. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean isRate() {
      return this == CPUS || ordinal() <= KEPT_PER_SECOND.ordinal();
    }

    /** Rounds processors to two decimals, and all other figures to whole numbers. */
    private Number rounded(double value) {
      return this == CPUS ? (Number) (Math.round(100 * value) / 100.0) : Math.round(value);
    }
  }

  /**
   * The figures at one moment.
   *
   * @param time milliseconds since 1970
   * @param values known values
   */
  public record Point(long time, Map<Figure, Double> values) {
    private static final double MILLIS = 1e3;

    /** Copies the map. */
    public Point {
      values = Map.copyOf(values);
    }

    /**
     * Converts totals since the start of the process to rates.
     *
     * @param before earlier totals of the process; null if there are none
     */
    Point since(Point before) {
      Map<Figure, Double> known = new EnumMap<>(Figure.class);
      values.forEach(
          (figure, value) -> {
            if (!figure.isRate()) {
              known.put(figure, value);
            } else if (before != null && before.has(figure) && time > before.time) {
              double growth = Math.max(0, value - before.values.get(figure));
              known.put(figure, growth * MILLIS / (time - before.time));
            }
          });
      return new Point(time, known);
    }

    private boolean has(Figure figure) {
      return values.containsKey(figure);
    }

    /**
     * Merges this point with the next one. Each rate becomes the rate over the whole time; all
     * other figures are those of the next point, and unknown if they are unknown there.
     *
     * @param begin time of the point that precedes this one
     */
    Point joined(long begin, Point next) {
      Map<Figure, Double> both = new EnumMap<>(Figure.class);
      both.putAll(values);
      both.keySet().removeIf(figure -> !figure.isRate());
      next.values.forEach(
          (figure, value) -> {
            double before = values.getOrDefault(figure, value);
            double mean =
                (before * (time - begin) + value * (next.time - time)) / (next.time - begin);
            both.put(figure, figure.isRate() && next.time > begin ? mean : value);
          });
      return new Point(next.time, both);
    }
  }

  /** Copies the list. */
  public Series {
    points = List.copyOf(points);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Series of(Map<String, List<Number>> columns) {
    List<Point> points = new ArrayList<>();
    List<Number> times = columns.getOrDefault(TIME, List.of());
    for (int i = 0; i < times.size(); i++) {
      Map<Figure, Double> values = new EnumMap<>(Figure.class);
      for (Figure figure : Figure.values()) {
        List<Number> column = columns.getOrDefault(figure.key(), List.of());
        if (i < column.size() && column.get(i) != null) {
          values.put(figure, column.get(i).doubleValue());
        }
      }
      points.add(new Point(times.get(i).longValue(), values));
    }
    return new Series(points);
  }

  @JsonValue
  Map<String, List<Number>> columns() {
    Map<String, List<Number>> columns = new LinkedHashMap<>();
    columns.put(TIME, new ArrayList<>(time()));
    for (Figure figure : Figure.values()) {
      List<Number> column = new ArrayList<>();
      values(figure).forEach(value -> column.add(value == null ? null : figure.rounded(value)));
      columns.put(figure.key(), column);
    }
    return columns;
  }

  /** Returns the time of each point. */
  public List<Long> time() {
    return points.stream().map(Point::time).toList();
  }

  /** Returns the values of a figure, one for each point. A value is null if it is unknown. */
  public List<Double> values(Figure figure) {
    List<Double> values = new ArrayList<>(points.size());
    points.forEach(point -> values.add(point.values().get(figure)));
    return values;
  }
}
