package dev.sluice.topics.progress;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The position and counters of a unit.
 *
 * @param unit id of the unit
 * @param file index, in the frozen list, of the file to continue with
 * @param row next row of that file, from 0
 * @param quarantined files that could not be read, or only in part, with the reason
 * @param counters rows that ingest has counted so far, by dump, bucket and name
 * @param losses what the files read so far have lost, see {@link InputLosses#files}; not written if
 *     empty
 * @param ended whether the markers have been written
 * @param writer the process that wrote this. A process writes progress before it reads a unit, so
 *     that a fenced process can see which process took over
 */
public record UnitProgress(
    String unit,
    int file,
    long row,
    SortedMap<String, String> quarantined,
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> counters,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
    boolean ended,
    String writer) {
  /** Copies the maps, but not the maps inside them. */
  public UnitProgress {
    quarantined = Collections.unmodifiableSortedMap(new TreeMap<>(quarantined));
    counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
    losses =
        Collections.unmodifiableSortedMap(losses == null ? new TreeMap<>() : new TreeMap<>(losses));
  }

  /** Creates the progress of a unit without losses. */
  public UnitProgress(
      String unit,
      int file,
      long row,
      SortedMap<String, String> quarantined,
      SortedMap<String, SortedMap<String, SortedMap<String, Long>>> counters,
      boolean ended,
      String writer) {
    this(unit, file, row, quarantined, counters, new TreeMap<>(), ended, writer);
  }

  /** Returns the progress of a unit at its start. */
  public static UnitProgress none(String unit, String writer) {
    return new UnitProgress(unit, 0, 0, new TreeMap<>(), new TreeMap<>(), false, writer);
  }

  /** Returns the progress with the given process as its writer. */
  public UnitProgress writtenBy(String process) {
    return new UnitProgress(unit, file, row, quarantined, counters, losses, ended, process);
  }

  /** Returns a modifiable copy of the counters. */
  public Counters counted() {
    return Counters.ofNested(counters);
  }

  /** Returns the losses of the files read so far. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /** Returns all dumps for which the unit has counters or quarantined files so far. */
  public SortedSet<String> dumps() {
    return Unit.parse(unit).dumps(counted(), !quarantined.isEmpty());
  }
}
