package dev.sluice.jobs.dedup.method;

import java.util.Arrays;

/**
 * Takes paragraphs or lines out of texts. What stays, stays as it is; where something was between
 * two that stay, the blanks with the most line ends stay too, so that paragraphs remain apart. Not
 * thread-safe; memory: the longest text.
 */
public final class UnitCutter {
  private final TextUnits units;
  private byte[] left = new byte[0];
  private int size;
  private int blankAt;
  private int blankLength;
  private int lineEnds;
  private int read;

  public UnitCutter(UnitRule rule) {
    this.units = new TextUnits(rule);
  }

  /** Counts the parts of a text that are not blank. */
  public int count(byte[] text, int offset, int length) {
    units.set(text, offset, length);
    int count = 0;
    while (units.next()) {
      count++;
    }
    return count;
  }

  /**
   * A text without some of its parts.
   *
   * @param places of those, from {@code from} to {@code to}
   * @return empty where nothing is left
   */
  public byte[] without(byte[] text, int offset, int length, long[] places, int from, int to) {
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

  /** Before the first that stays, only what is before all counts. */
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

  /** How many parts the text had. */
  public int read() {
    return read;
  }
}
