package dev.sluice.algorithms.sample;

import java.util.Arrays;
import java.util.List;

/**
 * Rows chosen among those of several files, in the order of the files and then of rows. Immutable;
 * 8 bytes for each row, none where all are chosen.
 */
public final class SelectedRows {
  private final long[] firsts;
  private final long[] positions;
  private final boolean all;

  private SelectedRows(long[] firsts, long[] positions, boolean all) {
    this.firsts = firsts;
    this.positions = positions;
    this.all = all;
  }

  static SelectedRows all(List<RowRange> files) {
    return new SelectedRows(firsts(files), new long[0], true);
  }

  /**
   * @param positions of the rows if those of all files were numbered through, ascending
   */
  static SelectedRows of(List<RowRange> files, long[] positions) {
    return new SelectedRows(firsts(files), positions, false);
  }

  /** Where the numbers of each file's rows begin, and behind the last. */
  static long[] firsts(List<RowRange> files) {
    long[] firsts = new long[files.size() + 1];
    for (int i = 0; i < files.size(); i++) {
      firsts[i + 1] = Math.addExact(firsts[i], files.get(i).rows());
    }
    return firsts;
  }

  /** How many rows are chosen. */
  public long size() {
    return all ? firsts[firsts.length - 1] : positions.length;
  }

  /**
   * Which of the chosen rows, in their order, is the first of a file.
   *
   * @param file its number, up to the number of files, which gives {@link #size}
   */
  public long begin(int file) {
    if (all) {
      return firsts[file];
    }
    int found = Arrays.binarySearch(positions, firsts[file]);
    return found >= 0 ? found : -found - 1;
  }

  /** The number in its file of a chosen row that lies in this file. */
  public long row(int file, long chosen) {
    return (all ? chosen : positions[Math.toIntExact(chosen)]) - firsts[file];
  }
}
