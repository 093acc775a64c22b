package dev.sluice.jobs.split;

import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.text.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The plan of a split.
 *
 * @param request everything that determines the parts
 * @param sources the sources in the order of files
 */
record SplitPlan(Map<String, Object> request, List<Source> sources) {
  /** Replaces a number of rows or bytes that is not needed. */
  static final long UNKNOWN = -1;

  SplitPlan {
    request = Map.copyOf(request);
    sources = List.copyOf(sources);
  }

  /**
   * The plan for one file.
   *
   * @param name the name of the file
   * @param bytes size as stored
   * @param parts minimum number of parts
   * @param rows number of rows, or {@link #UNKNOWN}
   * @param unpackedBytes size of all rows of JSON, or {@link #UNKNOWN}
   * @param problem the reason why the file cannot be split; empty if it can
   */
  record Source(String name, long bytes, int parts, long rows, long unpackedBytes, String problem) {
    static Source of(String name, long bytes, int parts) {
      return new Source(name, bytes, parts, UNKNOWN, UNKNOWN, "");
    }

    Source withParts(int number) {
      return new Source(name, bytes, number, rows, unpackedBytes, problem);
    }

    Source counted(long counted, long unpacked) {
      return new Source(name, bytes, parts, counted, unpacked, problem);
    }

    Source broken(String reason) {
      return new Source(name, bytes, 0, 0, 0, reason);
    }

    boolean isBroken() {
      return !problem.isEmpty();
    }

    /**
     * Returns the maximum number of rows that a part can have. Each later part must get at least
     * one row.
     *
     * @param row number of rows before the part
     */
    long mostRows(int part, long row) {
      return rows == UNKNOWN
          ? Long.MAX_VALUE
          : Math.max(1, rows - row - Math.max(0, parts - part - 1));
    }

    /**
     * Returns the ideal end of a part.
     *
     * @param all number of bytes to distribute; if {@link #UNKNOWN}, there is no ideal end
     */
    long idealEnd(int part, long all) {
      if (all == UNKNOWN) {
        return Long.MAX_VALUE;
      }
      return part >= parts - 1 ? all : (long) ((double) all * (part + 1) / parts);
    }
  }

  /**
   * The names of a file's parts, {@code {stem}-{part}-of-{parts}.{ending}} with five digits each,
   * in the file's directory. A file with one part keeps its name.
   *
   * @param directory the output directory
   * @param source path of the file relative to its input, with {@code /}
   */
  record PartNames(Path directory, String source) {
    private static final Pattern PART = Pattern.compile("(?s)(.*)-\\d{5,}-of-\\d{5,}");

    /** Returns the path of a part relative to the output. */
    String of(int part, int parts) {
      return parts == 1 ? source : "%s-%05d-of-%05d%s".formatted(stem(), part, parts, ending());
    }

    /**
     * Returns the name of the file of which a file with this source's name could be a part, or else
     * this source's name.
     */
    String whole() {
      Matcher part = PART.matcher(stem());
      return part.matches() ? part.group(1) + ending() : source;
    }

    /** Returns the path of a part. */
    Path path(int part, int parts) {
      return directory.resolve(of(part, parts));
    }

    /** Returns the temporary path of a part. The part has it until all parts are complete. */
    Path hidden(int part) {
      return TemporaryFile.beside(directory.resolve(source), ".", ".%05d.tmp".formatted(part));
    }

    private String stem() {
      return source.substring(0, source.length() - ending().length());
    }

    private String ending() {
      return TextFormat.ending(source);
    }
  }
}
