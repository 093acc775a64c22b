package dev.sluice.jobs.init.sample;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rows of a sample, by column. Not thread-safe. */
public final class RowSample {
  private final Map<String, SampledColumn> columns = new LinkedHashMap<>();
  private final Set<String> inLists = new LinkedHashSet<>();
  private int rows;
  private int pieces;
  private long skipped;
  private long jsonRows;
  private long jsonBytes;

  /** The column of a path, made if there is none; empty beyond the limit of columns. */
  Optional<SampledColumn> column(String path) {
    SampledColumn known = columns.get(path);
    if (known == null && columns.size() < InitLimits.JSON_COLUMNS) {
      known = new SampledColumn(path);
      columns.put(path, known);
    }
    return Optional.ofNullable(known);
  }

  /** All columns, in the order in which they came. */
  public Collection<SampledColumn> columns() {
    return columns.values();
  }

  /** Objects in a list of JSON have a field; its path is that of the column in Parquet. */
  void addInList(String list, String field) {
    if (inLists.size() < InitLimits.JSON_COLUMNS) {
      inLists.add(list + ".list.element." + field);
    }
  }

  /** Paths of texts in objects in lists of JSON, as the columns would be called in Parquet. */
  public Set<String> inLists() {
    return inLists;
  }

  /** The number of the next row. */
  int next() {
    return rows;
  }

  void endRow() {
    rows++;
  }

  void endPiece() {
    pieces++;
  }

  /** A row cannot be used: it is too large, or no object. */
  void skip() {
    skipped++;
  }

  /** Rows of a file of JSON, and the bytes of the file that they took. */
  void addLines(long lines, long bytes) {
    jsonRows += lines;
    jsonBytes += bytes;
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Row groups and files of JSON that rows are from. */
  public int pieces() {
    return pieces;
  }

  /** Number of rows that could not be used. */
  public long skipped() {
    return skipped;
  }

  /** Rows of JSON for each byte of their files; 0 without JSON. */
  public double rowsOfJsonByte() {
    return jsonBytes == 0 ? 0 : (double) jsonRows / jsonBytes;
  }
}
