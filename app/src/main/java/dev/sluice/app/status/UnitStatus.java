package dev.sluice.app.status;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A unit of input.
 *
 * @param unit its id
 * @param state reading, curating (read, but not all shards published) or sealed
 * @param filesRead number of files read completely
 * @param files number of all files; 0 if only its shards are visible
 * @param bytesRead of the files read completely
 * @param bytes of all files
 * @param rows read
 * @param quarantined number of quarantined files
 * @param losses what its files lost so far
 * @param dumps of its rows so far, and that of its directory
 */
public record UnitStatus(
    String unit,
    State state,
    int filesRead,
    int files,
    long bytesRead,
    long bytes,
    long rows,
    int quarantined,
    InputLosses losses,
    SortedSet<String> dumps) {
  /** The progress of a unit. */
  public enum State {
    /** Not all of its documents are published. */
    READING,
    /** All documents are published, but not all shards. */
    CURATING,
    /** All shards are published. */
    SEALED
  }

  /** A unit in the progress topic. */
  static UnitStatus begun(UnitFiles unit, UnitProgress progress, boolean sealed) {
    State state = sealed ? State.SEALED : progress.ended() ? State.CURATING : State.READING;
    int read = progress.ended() ? unit.files().size() : progress.file();
    SortedSet<String> dumps = new TreeSet<>(progress.counted().dumps());
    dumps.add(directoryDump(unit.unit()));
    return new UnitStatus(
        unit.unit(),
        state,
        read,
        unit.files().size(),
        unit.files().bytesBefore(read),
        unit.files().bytes(),
        progress.counted().total(Counters.ROWS),
        progress.quarantined().size(),
        progress.lost(),
        dumps);
  }

  /** A sealed unit of which only the shards are visible. */
  static UnitStatus sealed(String unit, InputLosses losses, SortedSet<String> dumps) {
    return new UnitStatus(unit, State.SEALED, 0, 0, 0, 0, 0, 0, losses, dumps);
  }

  private static String directoryDump(String unit) {
    return Unit.parse(unit).directoryDump();
  }

  /** Bytes of the files not read completely. */
  long bytesLeft() {
    return bytes - bytesRead;
  }

  /** Whether all shards are published. */
  boolean isSealed() {
    return state == State.SEALED;
  }
}
