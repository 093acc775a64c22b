package dev.sluice.jobs.init.sample;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A column of Parquet files, from their schemas. Not thread-safe. */
public final class KnownColumn {
  private final String path;
  private final Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
  private int files;
  private int firstFiles;

  KnownColumn(String path) {
    this.path = path;
  }

  /**
   * A file has it.
   *
   * @param file number of the file among those that were looked at, ascending
   * @param kind of its values; empty if the file says that all are null
   */
  void meet(int file, Optional<ValueKind> kind) {
    kind.ifPresent(kinds::add);
    firstFiles += firstFiles == file ? 1 : 0;
    files++;
  }

  /** The dotted path. */
  public String path() {
    return path;
  }

  Set<ValueKind> kinds() {
    return kinds;
  }

  /** Number of files that have it. */
  int files() {
    return files;
  }

  /** Number of the first file that lacks it; the number of all if none does. */
  int firstWithout() {
    return firstFiles;
  }

  /** Whether it is a list, or inside one. */
  public boolean hasLists() {
    return kinds.contains(ValueKind.LIST);
  }

  /** What it holds, for people. */
  public String describe() {
    return ValueKind.describe(kinds);
  }

  /** Whether reading its values can help a guess. */
  boolean isUseful() {
    return !kinds.isEmpty()
        && !kinds.contains(ValueKind.OTHER)
        && !hasLists()
        && ColumnNames.isNameable(path);
  }
}
