package dev.sluice.jobs.dedup.method;

/**
 * Goes through the paragraphs or lines of a text that are not blank. Between two of them there are
 * blanks and line ends alone. Not thread-safe; linear in the text.
 */
public final class TextUnits {
  private final UnitRule rule;
  private byte[] text = new byte[0];
  private int limit;
  private int start;
  private int first;
  private int end;

  public TextUnits(UnitRule rule) {
    this.rule = rule;
  }

  /** Whether a byte of UTF-8 is a blank or a line end of ASCII. */
  static boolean isBlank(byte value) {
    return value == ' ' || value >= '\t' && value <= '\r';
  }

  /** Goes to the beginning of a text, which must not change meanwhile. */
  public void set(byte[] bytes, int offset, int length) {
    text = bytes;
    limit = offset + length;
    end = offset;
  }

  /** Goes to the next one; false behind the last. */
  public boolean next() {
    start = end;
    first = end;
    while (first < limit && isBlank(text[first])) {
      if (text[first++] == '\n') {
        start = first;
      }
    }
    int lineEnds = 0;
    for (int at = first; at < limit && lineEnds < rule.unit().lineEnds(); at++) {
      if (!isBlank(text[at])) {
        end = at + 1;
        lineEnds = 0;
      } else if (text[at] == '\n') {
        lineEnds++;
      }
    }
    return first < limit;
  }

  /** Whether it is long enough to be compared. */
  public boolean counts() {
    return end - first >= rule.leastBytes();
  }

  /** Where its first line begins, with the blanks there. */
  int start() {
    return start;
  }

  /** Where what is not blank begins. */
  public int first() {
    return first;
  }

  /** Where what is not blank ends. */
  public int end() {
    return end;
  }
}
