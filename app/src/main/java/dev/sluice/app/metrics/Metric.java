package dev.sluice.app.metrics;

import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Optional;

/**
 * A metric that Sluice defines. The name ends as OpenMetrics wants it: in its base unit, if it has
 * one, and a counter's in {@code _total}, an info's in {@code _info}.
 *
 * @param type of its values
 * @param name as it stands in a scrape
 * @param labels names of its labels, whose values are bounded
 * @param help one sentence, without a full stop
 */
record Metric(Type type, String name, List<String> labels, String help) {
  private static final List<Unit> UNITS = List.of(Unit.BYTES, Unit.SECONDS, Unit.RATIO);

  /** The type of a metric. */
  enum Type {
    /** Grows; starts again when the process does, unless its help says otherwise. */
    COUNTER("_total"),
    /** Goes up and down. */
    GAUGE(""),
    /** Always 1. The information is in its labels. */
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
      throw new IllegalArgumentException(name + " is not a valid name of a " + type);
    }
  }

  /** Parses a line {@code type | name | labels | help}, whose labels have spaces between. */
  static Metric parse(String line) {
    String[] cells = line.split(" *\\| *");
    List<String> labels = cells[2].isEmpty() ? List.of() : List.of(cells[2].split(" "));
    return new Metric(Type.valueOf(cells[0]), cells[1], labels, cells[3]);
  }

  /** The name without the ending of its type. */
  String family() {
    return name.substring(0, name.length() - type.suffix.length());
  }

  /** The base unit at the end of the name; empty for counts. */
  Optional<Unit> unit() {
    return UNITS.stream().filter(unit -> family().endsWith("_" + unit)).findFirst();
  }
}
