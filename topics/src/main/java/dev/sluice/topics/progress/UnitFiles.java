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
 * @param withoutIds whether no file of the input that was there had the column of ids; else every
 *     file of the unit must have it
 */
public record UnitFiles(
    String unit, InputFiles files, SortedMap<String, String> sources, boolean withoutIds) {
  /** Copies the map. */
  public UnitFiles {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  /** Copies the list, of an input with ids and without commits. */
  public UnitFiles(String unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files), new TreeMap<>(), false);
  }
}
