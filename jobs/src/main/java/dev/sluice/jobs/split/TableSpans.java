package dev.sluice.jobs.split;

import dev.sluice.storage.table.TableCopy;
import dev.sluice.storage.table.TableFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which row groups of a file are copied together, and which are divided: those larger than
 * a part, and the largest if there are fewer row groups than requested parts.
 */
final class TableSpans {
  /** Fraction of the target to aim for: a divided row group may compress worse than before. */
  private static final double FILLED = 0.9;

  private final TableFile file;
  private final TableCopy copy;
  private final long mostBytes;
  private final int[] pieces;

  private TableSpans(TableFile file, TableCopy copy, long targetBytes) {
    this.file = file;
    this.copy = copy;
    this.mostBytes = Math.max(1, targetBytes - copy.baseBytes());
    this.pieces = new int[file.rowGroups()];
    for (int group = 0; group < pieces.length; group++) {
      pieces[group] = pieces(group);
    }
  }

  private int pieces(int group) {
    long bytes = copy.bytes(group);
    long wanted = bytes <= mostBytes ? 1 : (long) Math.ceil(bytes / (FILLED * mostBytes));
    return (int) Math.max(1, Math.min(wanted, file.rows(group)));
  }

  /**
   * The spans of a file, in order.
   *
   * @param targetBytes maximum size of a part
   * @param wanted minimum number of parts, if there are enough rows
   */
  static List<TableSpan> of(TableFile file, TableCopy copy, long targetBytes, int wanted) {
    TableSpans spans = new TableSpans(file, copy, targetBytes);
    return wanted > file.rowGroups() ? spans.each(wanted) : spans.together(wanted);
  }

  private List<TableSpan> each(int wanted) {
    int groups = pieces.length;
    long[] weights = new long[groups];
    long[] rooms = new long[groups];
    for (int group = 0; group < groups; group++) {
      weights[group] = copy.dataBytes(group);
      rooms[group] = Math.max(1, file.rows(group));
    }
    int[] shares = PartShares.of(weights, rooms, pieces, wanted);
    List<TableSpan> spans = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      spans.add(new TableSpan(group, group + 1, shares[group]));
    }
    return spans;
  }

  private List<TableSpan> together(int wanted) {
    long share = Math.min(mostBytes, allBytes() / Math.max(1, wanted) + 1);
    List<TableSpan> spans = new ArrayList<>();
    int parts = 0;
    int from = 0;
    while (from < pieces.length) {
      int to = from + 1;
      if (pieces[from] == 1) {
        int most = pieces.length - Math.max(0, wanted - parts - 1);
        to = end(from, Math.max(to, most), share);
      }
      spans.add(new TableSpan(from, to, pieces[from]));
      parts += pieces[from];
      from = to;
    }
    return spans;
  }

  private int end(int from, int most, long share) {
    long bytes = copy.bytes(from);
    int to = from + 1;
    while (to < most && pieces[to] == 1 && bytes + copy.bytes(to) <= share) {
      bytes += copy.bytes(to);
      to++;
    }
    return to;
  }

  private long allBytes() {
    long bytes = 0;
    for (int group = 0; group < pieces.length; group++) {
      bytes += copy.bytes(group);
    }
    return bytes;
  }

  /** Number of parts of these spans. */
  static int parts(List<TableSpan> spans) {
    return spans.stream().mapToInt(TableSpan::pieces).sum();
  }
}
