package dev.sluice.core.filter;

/**
 * Whether a string holds these bytes, or does not. Takes linear time whatever the strings are, by
 * the algorithm of Knuth, Morris and Pratt.
 */
final class SubstringTest implements ValueTest {
  private final byte[] wanted;

  /** How many bytes still match, at least, after so many matched and the next one did not. */
  private final int[] fallbacks;

  private final boolean isNegated;

  SubstringTest(byte[] wanted, boolean isNegated) {
    this.wanted = wanted;
    this.fallbacks = fallbacks(wanted);
    this.isNegated = isNegated;
  }

  private static int[] fallbacks(byte[] wanted) {
    int[] fallbacks = new int[wanted.length + 1];
    int matched = 0;
    for (int i = 1; i < wanted.length; i++) {
      matched = advance(wanted, fallbacks, matched, wanted[i]);
      fallbacks[i + 1] = matched;
    }
    return fallbacks;
  }

  @Override
  public boolean accepts(FilterRow row, int column) {
    return holdsWanted(row, column) != isNegated;
  }

  private boolean holdsWanted(FilterRow row, int column) {
    byte[] bytes = row.bytesAt(column);
    int at = row.offsetAt(column);
    int end = at + row.lengthAt(column);
    int matched = 0;
    while (matched < wanted.length && end - at >= wanted.length - matched) {
      matched = advance(wanted, fallbacks, matched, bytes[at++]);
    }
    return matched == wanted.length;
  }

  /** How many bytes match with one more byte. */
  private static int advance(byte[] wanted, int[] fallbacks, int before, byte next) {
    int matched = before;
    while (matched > 0 && wanted[matched] != next) {
      matched = fallbacks[matched];
    }
    return wanted[matched] == next ? matched + 1 : matched;
  }
}
