package dev.sluice.jobs.dedup;

/**
 * Iterates over the non-blank paragraphs or lines of a text. They are separated only by blanks and
 * line breaks. Not thread-safe; takes time linear in the size of the text.
 */
final class TextUnits {
  private final TextUnit unit;
  private byte[] text = new byte[0];
  private int limit;
  private int start;
  private int first;
  private int end;

  /**
   * @param unit paragraphs or lines
   */
  TextUnits(TextUnit unit) {
    this.unit = unit;
  }

  /** Returns whether a byte is an ASCII blank or line break. */
  static boolean isBlank(byte value) {
    return value == ' ' || value >= '\t' && value <= '\r';
  }

  /** Moves to the beginning of a text. The text must not be modified during the iteration. */
  void set(byte[] bytes, int offset, int length) {
    text = bytes;
    limit = offset + length;
    end = offset;
  }

  /** Moves to the next unit, and returns false after the last. */
  boolean next() {
    start = end;
    first = end;
    while (first < limit && isBlank(text[first])) {
      if (text[first++] == '\n') {
        start = first;
      }
    }
    int lineEnds = 0;
    for (int at = first; at < limit && lineEnds < unit.lineEnds(); at++) {
      if (!isBlank(text[at])) {
        end = at + 1;
        lineEnds = 0;
      } else if (text[at] == '\n') {
        lineEnds++;
      }
    }
    return first < limit;
  }

  /** Returns whether the unit is long enough to be compared. */
  boolean counts() {
    return end - first >= TextUnit.LEAST_BYTES;
  }

  /** Returns the start of the unit's first line, including blanks. */
  int start() {
    return start;
  }

  /** Returns the start of the unit's content. */
  int first() {
    return first;
  }

  /** Returns the end of the unit's content. */
  int end() {
    return end;
  }
}
