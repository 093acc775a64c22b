package dev.sluice.topics.progress;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * How far a unit has been read.
 *
 * @param unit its id
 * @param file index in the frozen list of the file to go on with
 * @param row next row in that file, from 0
 * @param setAside files that could not be read, or only in part, with the reason
 * @param counters what ingest counted so far: dump to bucket to name to rows
 * @param ended whether the end-of-unit markers have been written
 * @param writer which process wrote this: whoever reads a unit writes it first of all, so that one
 *     that was fenced can see who took over
 */
public record UnitProgress(
    String unit,
    int file,
    long row,
    SortedMap<String, String> setAside,
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> counters,
    boolean ended,
    String writer) {
  /** Copies the maps; what lies in the counters is not copied. */
  public UnitProgress {
    setAside = Collections.unmodifiableSortedMap(new TreeMap<>(setAside));
    counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
  }

  /** The progress of a unit that nothing was read of. */
  public static UnitProgress none(String unit, String writer) {
    return new UnitProgress(unit, 0, 0, new TreeMap<>(), new TreeMap<>(), false, writer);
  }

  /** The same progress, claimed by another process. */
  public UnitProgress writtenBy(String process) {
    return new UnitProgress(unit, file, row, setAside, counters, ended, process);
  }

  /** The counters as a value to add to. A copy. */
  public Counters counted() {
    return Counters.ofNested(counters);
  }

  /** Every dump that the unit has anything to say of so far. */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(counted(), !setAside.isEmpty());
  }
}
