package dev.sluice.jobs.init;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which rows to read: about {@value #ROWS}, from up to {@value #PIECES} row groups and files that
 * are evenly spread over all rows. Larger ones are chosen more often, and then give more rows, so
 * that the rows stand for all others. Two files are read from their beginning: where files number
 * their rows, only rows of the same place have the same numbers.
 */
final class SamplePlan {
  /** Rows, about. */
  static final int ROWS = 10_000;

  /** Row groups, and files of JSON, of which rows are read. */
  private static final int PIECES = 100;

  /** Rows of JSON are not known before they are read. */
  private static final long BYTES_OF_A_LINE = 2_000;

  /**
   * A row group or a file of JSON.
   *
   * @param group index of the row group; 0 of JSON
   * @param weight its rows; of JSON, about
   */
  record Part(TextFile file, int group, long weight) {
    static Part ofLines(TextFile file) {
      return new Part(file, 0, file.bytes() / BYTES_OF_A_LINE + 1);
    }

    Piece first(long wanted) {
      long most = file.format() == TextFormat.PARQUET ? weight : wanted;
      return new Piece(file, group, (int) Math.min(Math.max(1, wanted), most));
    }
  }

  /** Rows to read: at most so many, the first of a row group, or of a file of JSON. */
  record Piece(TextFile file, int group, int rows) {}

  private SamplePlan() {}

  /** At most so many of some things, evenly spread, the first and the last among them. */
  static <T> List<T> spread(List<T> all, int most) {
    return all.size() <= most
        ? all
        : IntStream.range(0, most)
            .mapToObj(i -> all.get((int) ((long) i * (all.size() - 1) / (most - 1))))
            .toList();
  }

  static List<Piece> of(List<Part> parts) {
    long[] rows = parts.size() <= PIECES ? rowsOfAll(parts) : rowsOfSome(parts);
    List<Piece> chosen = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] > 0) {
        chosen.add(parts.get(i).first(rows[i]));
      }
    }
    return chosen;
  }

  private static double weight(List<Part> parts) {
    return parts.stream().mapToLong(Part::weight).sum();
  }

  private static long[] rowsOfAll(List<Part> parts) {
    double all = weight(parts);
    return parts.stream()
        .mapToLong(part -> (long) Math.ceil(ROWS * Math.max(part.weight() / all, 1e-9)))
        .toArray();
  }

  private static long[] rowsOfSome(List<Part> parts) {
    double all = weight(parts);
    long[] rows = new long[parts.size()];
    int part = 0;
    double end = parts.get(0).weight();
    for (int i = 0; i < PIECES; i++) {
      double place = (i + 0.5) * all / PIECES;
      while (place >= end && part < rows.length - 1) {
        end += parts.get(++part).weight();
      }
      rows[part] += ROWS / PIECES;
    }
    beginTwo(parts, rows);
    return rows;
  }

  /** Takes the first row group of two files instead of the first that is chosen. */
  private static void beginTwo(List<Part> parts, long[] rows) {
    Set<TextFile> begun = new HashSet<>();
    int first = 0;
    for (int i = 0; i < rows.length && begun.size() < 2; i++) {
      TextFile file = parts.get(i).file();
      if (!file.equals(parts.get(first).file())) {
        first = i;
      }
      if (rows[i] > 0 && begun.add(file)) {
        long chosen = rows[i];
        rows[i] = 0;
        rows[first] = chosen;
      }
    }
  }
}
