package dev.sluice.jobs.split;

import java.util.List;
import java.util.Map;

/**
 * The plan of a split.
 *
 * @param request everything that determines the parts
 * @param sources in file order
 */
record SplitPlan(Map<String, Object> request, List<Source> sources) {
  /** A number of rows or bytes that is not needed. */
  static final long UNKNOWN = -1;

  SplitPlan {
    request = Map.copyOf(request);
    sources = List.copyOf(sources);
  }

  /**
   * How a file is to be split.
   *
   * @param name of the file
   * @param bytes size as stored
   * @param parts minimum number of parts
   * @param rows number of rows, or {@link #UNKNOWN}
   * @param unpackedBytes size of all rows of JSON, or {@link #UNKNOWN}
   * @param problem why it cannot be split; empty if it can
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
     * Maximum number of rows of a part, so that each later part gets at least one.
     *
     * @param row number of rows before the part
     */
    long mostRows(int part, long row) {
      return rows == UNKNOWN
          ? Long.MAX_VALUE
          : Math.max(1, rows - row - Math.max(0, parts - part - 1));
    }

    /**
     * The ideal end of a part.
     *
     * @param all bytes to distribute; if {@link #UNKNOWN}, there is no ideal
     */
    long idealEnd(int part, long all) {
      if (all == UNKNOWN) {
        return Long.MAX_VALUE;
      }
      return part >= parts - 1 ? all : (long) ((double) all * (part + 1) / parts);
    }
  }
}
