package dev.sluice.core.filter;

import dev.sluice.core.filter.BoundFilter.Condition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The functions that look for a string in a column. */
enum TextFunction {
  STARTS_WITH,
  ENDS_WITH,
  CONTAINS;

  /** The function of this name, in any case. */
  static Optional<TextFunction> of(String name) {
    return Arrays.stream(values())
        .filter(function -> function.toString().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** The names of all functions. */
  static List<String> names() {
    return Arrays.stream(values()).map(TextFunction::toString).toList();
  }

  /** Whether the strings of a column, which are not null, hold this UTF-8. */
  Condition test(int column, byte[] wanted) {
    return switch (this) {
      case STARTS_WITH -> row -> isAt(row.offsetAt(column), row, column, wanted);
      case ENDS_WITH ->
          row ->
              isAt(
                  row.offsetAt(column) + row.lengthAt(column) - wanted.length, row, column, wanted);
      case CONTAINS -> substring(column, wanted);
    };
  }

  private static boolean isAt(int start, FilterRow row, int column, byte[] wanted) {
    return row.lengthAt(column) >= wanted.length
        && Arrays.equals(
            row.bytesAt(column), start, start + wanted.length, wanted, 0, wanted.length);
  }

  /**
   * Takes linear time whatever the strings are, by the algorithm of Knuth, Morris and Pratt: a
   * table holds how many bytes still match, at least, after so many matched and the next one did
   * not.
   */
  private static Condition substring(int column, byte[] wanted) {
    int[] fallbacks = new int[wanted.length + 1];
    for (int i = 1; i < wanted.length; i++) {
      fallbacks[i + 1] = advance(wanted, fallbacks, fallbacks[i], wanted[i]);
    }
    return row -> {
      byte[] bytes = row.bytesAt(column);
      int at = row.offsetAt(column);
      int end = at + row.lengthAt(column);
      int matched = 0;
      while (matched < wanted.length && end - at >= wanted.length - matched) {
        matched = advance(wanted, fallbacks, matched, bytes[at++]);
      }
      return matched == wanted.length;
    };
  }

  /** How many bytes match with one more byte. */
  private static int advance(byte[] wanted, int[] fallbacks, int before, byte next) {
    int matched = before;
    while (matched > 0 && wanted[matched] != next) {
      matched = fallbacks[matched];
    }
    return wanted[matched] == next ? matched + 1 : matched;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
