package dev.sluice.neardup;

import dev.sluice.core.Utf8;

/**
 * A place in the order of a unit's rows. It consists of the path of a file, which is ordered by its
 * UTF-8 bytes, and a row.
 *
 * @param file path of a file relative to the input root; empty before the first and if {@code
 *     ended}
 * @param row every row below it of this file is covered, and every row of the files before it
 * @param ended whether all rows of the unit are covered
 */
public record Frontier(String file, long row, boolean ended) implements Comparable<Frontier> {
  /** The place before all rows of a unit. */
  public static final Frontier BEGIN = new Frontier("", 0, false);

  /** The place after all rows of a unit. */
  public static final Frontier END = new Frontier("", 0, true);

  /** Checks that the row is not negative. */
  public Frontier {
    if (row < 0) {
      throw new IllegalArgumentException("row " + row);
    }
  }

  /** Returns whether a row is before this place. */
  public boolean covers(String path, long rowOfIt) {
    if (ended) {
      return true;
    }
    int order = Utf8.ORDER.compare(path, file);
    return order < 0 || order == 0 && rowOfIt < row;
  }

  @Override
  public int compareTo(Frontier other) {
    if (ended || other.ended) {
      return Boolean.compare(ended, other.ended);
    }
    int order = Utf8.ORDER.compare(file, other.file);
    return order == 0 ? Long.compare(row, other.row) : order;
  }

  @Override
  public String toString() {
    return ended ? "end" : file + ":" + row;
  }
}
