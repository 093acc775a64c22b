package dev.sluice.core;

import java.util.List;
import java.util.Objects;

/**
 * A unit as far as it had been read when its dump was forgotten: enough to find out later which
 * rows others had lost to it.
 *
 * @param unit its id
 * @param files all of its files in reading order
 * @param setAside paths of those that could not be read, or only in part
 * @param file index of the file that would have been read on; the number of files where it had
 *     ended
 * @param row next row in that file, from 0
 */
public record ForgottenUnit(
    String unit, List<SourcePart> files, List<String> setAside, int file, long row) {
  /** Copies the lists. */
  public ForgottenUnit {
    Objects.requireNonNull(unit, "unit");
    files = List.copyOf(files);
    setAside = List.copyOf(setAside);
  }

  /**
   * A file of a unit.
   *
   * @param path relative to the input root, with /
   * @param bytes its size when the unit began
   */
  public record SourcePart(String path, long bytes) {}
}
