package dev.sluice.jobs.dedup;

import java.util.Arrays;

/**
 * Removes paragraphs or lines from texts. The rest stays unchanged; where something between two
 * remaining units is removed, the white space with the most line breaks stays, so that paragraphs
 * remain separate. Not thread-safe. Memory: that of the longest text.
 */
final class UnitCutter {
  private final TextUnits units;
  private byte[] left = new byte[0];
  private int size;
  private int blankAt;
  private int blankLength;
  private int lineEnds;
  private int read;

  UnitCutter(TextUnit unit) {
    this.units = new TextUnits(unit);
  }

  /** Returns the number of units of a text. */
  int count(byte[] text, int offset, int length) {
    units.set(text, offset, length);
    int count = 0;
    while (units.next()) {
      count++;
    }
    return count;
  }

  /**
   * Returns a text without some of its units.
   *
   * @param places positions of these units, from {@code from} to {@code to}
   * @return empty if nothing remains
   */
  byte[] without(byte[] text, int offset, int length, long[] places, int from, int to) {
    begin(length);
    units.set(text, offset, length);
    int before = offset;
    int next = from;
    int index = 0;
    while (units.next()) {
      passBlank(text, before, units.start());
      boolean removed = false;
      if (units.counts()) {
        removed = next < to && UnitPosition.index(places[next]) == index++;
        next += removed ? 1 : 0;
      }
      if (!removed) {
        append(text, blankAt, blankLength);
        append(text, units.start(), units.end() - units.start());
        lineEnds = -1;
      }
      before = units.end();
      read++;
    }
    return size == 0 ? new byte[0] : finish(text, before, offset + length);
  }

  private void begin(int length) {
    if (left.length < length) {
      left = new byte[length];
    }
    size = 0;
    read = 0;
    lineEnds = -1;
  }

  /** Before the first remaining unit, only the white space at the start of the text is kept. */
  private void passBlank(byte[] text, int from, int to) {
    int found = 0;
    for (int at = from; at < to; at++) {
      found += text[at] == '\n' ? 1 : 0;
    }
    if (found > lineEnds && (size > 0 || read == 0)) {
      lineEnds = found;
      blankAt = from;
      blankLength = to - from;
    }
  }

  private void append(byte[] text, int from, int length) {
    System.arraycopy(text, from, left, size, length);
    size += length;
  }

  private byte[] finish(byte[] text, int from, int to) {
    append(text, from, to - from);
    return Arrays.copyOf(left, size);
  }

  /** Returns the number of units in the text. */
  int read() {
    return read;
  }
}
