package dev.sluice.topics.progress;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The frozen list of a unit's files, written when the unit starts.
 *
 * @param unit id of the unit
 * @param files the files, in reading order
 * @param sources what directories of the input stand for, if they are read at commits: URLs by the
 *     path relative to the input root, see {@link dev.sluice.core.values.PinnedPath}
 * @param needsIds whether every file of the unit must have the column of ids, because some file of
 *     the input had it when the unit started
 */
public record UnitFiles(
    String unit, InputFiles files, SortedMap<String, String> sources, boolean needsIds) {
  /** Copies the map. */
  public UnitFiles {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  /** Copies the list, of an input with ids and without commits. */
  public UnitFiles(String unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files), new TreeMap<>(), false);
  }
}
