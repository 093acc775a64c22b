package dev.sluice.core.filter;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

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

  /** The test for a string. Both are UTF-8. */
  Predicate<ByteBuffer> test(ByteBuffer wanted) {
    return switch (this) {
      case STARTS_WITH -> value -> isAt(0, value, wanted);
      case ENDS_WITH -> value -> isAt(value.remaining() - wanted.remaining(), value, wanted);
      case CONTAINS -> substring(wanted.array());
    };
  }

  private static boolean isAt(int start, ByteBuffer value, ByteBuffer wanted) {
    int length = wanted.remaining();
    return value.remaining() >= length
        && value.slice(value.position() + start, length).equals(wanted);
  }

  /**
   * Takes linear time whatever the strings are, by the algorithm of Knuth, Morris and Pratt: a
   * table holds how many bytes still match, at least, after so many matched and the next one did
   * not.
   */
  private static Predicate<ByteBuffer> substring(byte[] wanted) {
    int[] fallbacks = new int[wanted.length + 1];
    for (int i = 1; i < wanted.length; i++) {
      fallbacks[i + 1] = advance(wanted, fallbacks, fallbacks[i], wanted[i]);
    }
    return value -> {
      byte[] bytes = value.array();
      int at = value.position();
      int matched = 0;
      while (matched < wanted.length && value.limit() - at >= wanted.length - matched) {
        matched = advance(wanted, fallbacks, matched, bytes[at++]);
      }
      return matched == wanted.length;
    };
  }

  /** The number of matching bytes after one more byte. */
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
