package dev.sluice.app.progress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a line of progress. On a narrow terminal, whole parts are omitted, the least
 * important first, so that no word or number is cut.
 */
final class LineParts {
  private static final String BETWEEN = ", ";

  private final List<Part> parts = new ArrayList<>();

  private record Part(int rank, String text) {}

  /**
   * Adds a part to the end of the line unless it is empty.
   *
   * @param rank importance of the part; 0 is the most important
   */
  LineParts add(int rank, String text) {
    if (!text.isEmpty()) {
      parts.add(new Part(rank, text));
    }
    return this;
  }

  /** Returns the whole line. */
  String all() {
    return joined(parts);
  }

  /**
   * Returns the parts that fit into a number of columns, in their order. More important parts are
   * chosen first. Returns an empty line if no part fits.
   */
  String fitting(int columns) {
    Set<Part> chosen = new HashSet<>();
    List<Part> line = List.of();
    for (Part part : parts.stream().sorted(Comparator.comparingInt(Part::rank)).toList()) {
      chosen.add(part);
      List<Part> longer = parts.stream().filter(chosen::contains).toList();
      if (joined(longer).length() <= columns) {
        line = longer;
      } else {
        chosen.remove(part);
      }
    }
    return joined(line);
  }

  private static String joined(List<Part> parts) {
    return String.join(BETWEEN, parts.stream().map(Part::text).toList());
  }
}
