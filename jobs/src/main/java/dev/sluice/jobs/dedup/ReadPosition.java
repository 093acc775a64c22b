package dev.sluice.jobs.dedup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A position in the input files.
 *
 * @param ended numbers of rows of the files that have been read completely, or as far as they can
 *     be
 * @param row next row of the following file
 * @param textBytes of all documents so far
 */
record ReadPosition(List<Long> ended, long row, long textBytes) {
  private static final String ENDED = "ended";
  private static final String ROW = "row";
  private static final String TEXT = "text_bytes";

  ReadPosition {
    ended = List.copyOf(ended);
  }

  /** The inverse of {@link #json}; the beginning if it is empty. */
  static ReadPosition of(Map<String, Object> json) {
    List<Long> ended = new ArrayList<>();
    if (json.get(ENDED) instanceof List<?> list) {
      list.forEach(rows -> ended.add(((Number) rows).longValue()));
    }
    return new ReadPosition(ended, number(json, ROW), number(json, TEXT));
  }

  private static long number(Map<String, Object> json, String name) {
    return json.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** The number of the next row over all files. */
  long number() {
    long before = 0;
    for (long rows : ended) {
      before += rows;
    }
    return before + row;
  }

  Map<String, Object> json() {
    return Map.of(ENDED, ended, ROW, row, TEXT, textBytes);
  }

  ReadPosition plus(long rows, long bytes) {
    return new ReadPosition(ended, row + rows, textBytes + bytes);
  }

  ReadPosition nextFile() {
    List<Long> more = new ArrayList<>(ended);
    more.add(row);
    return new ReadPosition(more, 0, textBytes);
  }
}
