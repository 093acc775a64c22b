package dev.sluice.topics.progress;

import java.util.List;

/**
 * The frozen list of a unit's files, written when the unit starts.
 *
 * @param unit id of the unit
 * @param files the files, in reading order
 */
public record UnitFiles(String unit, InputFiles files) {
  /** Copies the list. */
  public UnitFiles(String unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files));
  }
}
