package dev.sluice.algorithms.sample;

import dev.sluice.algorithms.sample.RowSelector.RowRange;
import java.util.Arrays;
import java.util.List;

/**
 * Selected rows of several files, ordered by file and row. Immutable. Memory: 8 bytes for each row,
 * none if all rows are selected.
 */
public final class SampledRows {
  private final long[] firsts;
  private final long[] positions;
  private final boolean all;

  private SampledRows(long[] firsts, long[] positions, boolean all) {
    this.firsts = firsts;
    this.positions = positions;
    this.all = all;
  }

  static SampledRows all(List<RowRange> files) {
    return new SampledRows(firsts(files), new long[0], true);
  }

  /**
   * @param positions ascending indexes of the rows among the rows of all files
   */
  static SampledRows of(List<RowRange> files, long[] positions) {
    return new SampledRows(firsts(files), positions, false);
  }

  /** The index of each file's first row among the rows of all files, and the total. */
  static long[] firsts(List<RowRange> files) {
    long[] firsts = new long[files.size() + 1];
    for (int i = 0; i < files.size(); i++) {
      firsts[i + 1] = Math.addExact(firsts[i], files.get(i).rows());
    }
    return firsts;
  }

  /** Number of selected rows. */
  public long size() {
    return all ? firsts[firsts.length - 1] : positions.length;
  }

  /**
   * The index, among selected rows, of the first one of a file.
   *
   * @param file index of the file; the number of files gives {@link #size}
   */
  public long begin(int file) {
    if (all) {
      return firsts[file];
    }
    int found = Arrays.binarySearch(positions, firsts[file]);
    return found >= 0 ? found : -found - 1;
  }

  /** The row number in its file of a selected row. */
  public long row(int file, long chosen) {
    return (all ? chosen : positions[Math.toIntExact(chosen)]) - firsts[file];
  }
}
