package dev.sluice.jobs.init.sample;

import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which rows to read: about {@value InitLimits#ROWS}, from up to {@value InitLimits#PIECES} row
 * groups and files that are evenly spread over all rows. Larger ones are chosen more often, and
 * then give more rows, so that the rows stand for all others. Two files are read from their
 * beginning: where files number their rows, only rows of the same place have the same numbers.
 */
final class SamplePlan {
  /** Rows of JSON are not known before they are read. */
  private static final long BYTES_OF_A_LINE = 2_000;

  /**
   * A candidate.
   *
   * @param weight its rows; of JSON, about
   */
  private record Part(TextFile file, int group, long weight) {
    int rows(long wanted) {
      long most = file.format() == TextFormat.PARQUET ? weight : wanted;
      return (int) Math.min(Math.max(1, wanted), most);
    }
  }

  private SamplePlan() {}

  static List<SamplePiece> of(List<SurveyedFile> files) {
    List<Part> parts = parts(files);
    long[] rows = rows(parts);
    long pieces = Arrays.stream(rows).filter(each -> each > 0).count();
    List<SamplePiece> chosen = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] > 0) {
        Part part = parts.get(i);
        chosen.add(
            new SamplePiece(
                part.file(), part.group(), part.rows(rows[i]), InitLimits.BYTES / pieces));
      }
    }
    return chosen;
  }

  private static List<Part> parts(List<SurveyedFile> files) {
    List<Part> parts = new ArrayList<>();
    for (SurveyedFile file : files) {
      if (file.file().format() != TextFormat.PARQUET && file.file().bytes() > 0) {
        parts.add(new Part(file.file(), 0, file.file().bytes() / BYTES_OF_A_LINE + 1));
      }
      for (int group = 0; group < file.groups().size(); group++) {
        if (file.groups().get(group) > 0) {
          parts.add(new Part(file.file(), group, file.groups().get(group)));
        }
      }
    }
    return parts;
  }

  /** How many rows to read of each part; 0 of most if there are many. */
  private static long[] rows(List<Part> parts) {
    double all = parts.stream().mapToLong(Part::weight).sum();
    long[] rows = new long[parts.size()];
    if (parts.size() <= InitLimits.PIECES) {
      for (int i = 0; i < rows.length; i++) {
        rows[i] = (long) Math.ceil(InitLimits.ROWS * Math.max(parts.get(i).weight() / all, 1e-9));
      }
      return rows;
    }
    int part = 0;
    double end = parts.get(0).weight();
    for (int i = 0; i < InitLimits.PIECES; i++) {
      double place = (i + 0.5) * all / InitLimits.PIECES;
      while (place >= end && part < rows.length - 1) {
        end += parts.get(++part).weight();
      }
      rows[part] += InitLimits.ROWS / InitLimits.PIECES;
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
