package dev.sluice.app.metrics;

import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Optional;

/**
 * A metric that Sluice defines. The name ends as OpenMetrics requires: with the base unit, if there
 * is one, and then with {@code _total} for a counter or {@code _info} for an info.
 *
 * @param type type of the metric's values
 * @param name name as it appears in a scrape
 * @param labels names of the metric's labels, whose number of values is bounded
 * @param help one sentence, without a full stop
 */
record Metric(Type type, String name, List<String> labels, String help) {
  private static final List<Unit> UNITS = List.of(Unit.BYTES, Unit.SECONDS, Unit.RATIO);

  /** The type of a metric. */
  enum Type {
    /**
     * A value that never decreases. It starts over when the process restarts, unless the help of
     * the metric states otherwise.
     */
    COUNTER("_total"),
    /** A value that can go up and down. */
    GAUGE(""),
    /** A metric whose value is always 1, and whose labels hold the information. */
    INFO("_info");

    private final String suffix;

    Type(String suffix) {
      this.suffix = suffix;
    }
  }

  /** Checks the name. */
  Metric {
    labels = List.copyOf(labels);
    if (!name.startsWith("sluice_") || !name.endsWith(type.suffix)) {
      throw new IllegalArgumentException(name + " is not a valid name for a " + type);
    }
  }

  /** Parses a line {@code type | name | labels | help}, whose labels are separated by spaces. */
  static Metric parse(String line) {
    String[] cells = line.split(" *\\| *");
    List<String> labels = cells[2].isEmpty() ? List.of() : List.of(cells[2].split(" "));
    return new Metric(Type.valueOf(cells[0]), cells[1], labels, cells[3]);
  }

  /** Returns the name without the suffix of the metric's type. */
  String family() {
    return name.substring(0, name.length() - type.suffix.length());
  }

  /** Returns the base unit at the end of the name, or empty for counts. */
  Optional<Unit> unit() {
    return UNITS.stream().filter(unit -> family().endsWith("_" + unit)).findFirst();
  }
}
