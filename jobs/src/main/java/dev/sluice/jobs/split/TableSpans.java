package dev.sluice.jobs.split;

import dev.sluice.storage.table.TableCopy;
import dev.sluice.storage.table.TableFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides which row groups of a file are copied together, and which are divided: those larger than
 * a part, and the largest if there are fewer row groups than requested parts.
 */
final class TableSpans {
  /**
   * Row groups of a file that become parts together.
   *
   * @param from index of the first
   * @param to index after the last
   * @param pieces 1 if they are copied into one part; more if a single row group is divided
   */
  record Span(int from, int to, int pieces) {}

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
    this.pieces = groups().map(this::pieces).toArray();
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
  static List<Span> of(TableFile file, TableCopy copy, long targetBytes, int wanted) {
    TableSpans spans = new TableSpans(file, copy, targetBytes);
    return wanted > file.rowGroups() ? spans.each(wanted) : spans.together(wanted);
  }

  private List<Span> each(int wanted) {
    long[] weights = groups().mapToLong(copy::dataBytes).toArray();
    long[] rooms = groups().mapToLong(group -> Math.max(1, file.rows(group))).toArray();
    int[] shares = PartShares.of(weights, rooms, pieces, wanted);
    return groups().mapToObj(group -> new Span(group, group + 1, shares[group])).toList();
  }

  private IntStream groups() {
    return IntStream.range(0, file.rowGroups());
  }

  private List<Span> together(int wanted) {
    long allBytes = groups().mapToLong(copy::bytes).sum();
    long share = Math.min(mostBytes, allBytes / Math.max(1, wanted) + 1);
    List<Span> spans = new ArrayList<>();
    int parts = 0;
    int from = 0;
    while (from < pieces.length) {
      int to = from + 1;
      if (pieces[from] == 1) {
        int most = pieces.length - Math.max(0, wanted - parts - 1);
        to = end(from, Math.max(to, most), share);
      }
      spans.add(new Span(from, to, pieces[from]));
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

  /** Number of parts of these spans. */
  static int parts(List<Span> spans) {
    return spans.stream().mapToInt(Span::pieces).sum();
  }
}
