package dev.sluice.app.status;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A unit of input.
 *
 * @param unit its id
 * @param state reading, curating (read, not all shards there) or sealed
 * @param filesRead files read to their end
 * @param files all of its files; 0 where only its shards can be seen
 * @param bytesRead of the files read to their end
 * @param bytes of all files
 * @param rows read
 * @param setAside files set aside
 * @param dumps that rows of it belong to, as far as it was read, and that of its directory
 */
public record UnitStatus(
    String unit,
    State state,
    int filesRead,
    int files,
    long bytesRead,
    long bytes,
    long rows,
    int setAside,
    SortedSet<String> dumps) {
  /** How far a unit is. */
  public enum State {
    /** Not all of its rows are sent. */
    READING,
    /** All rows are sent, not all shards are there. */
    CURATING,
    /** All shards are there. */
    SEALED
  }

  /** One that is begun, as the progress topic has it. */
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
        progress.setAside().size(),
        dumps);
  }

  /** One whose shards are there, and of which nothing else can be seen. */
  static UnitStatus sealed(String unit, SortedSet<String> dumps) {
    return new UnitStatus(unit, State.SEALED, 0, 0, 0, 0, 0, 0, dumps);
  }

  private static String directoryDump(String unit) {
    return Unit.parse(unit).directoryDump();
  }

  /** Bytes of the files that are not read to their end. */
  long bytesLeft() {
    return bytes - bytesRead;
  }

  /** Whether all shards are there. */
  boolean isSealed() {
    return state == State.SEALED;
  }
}
