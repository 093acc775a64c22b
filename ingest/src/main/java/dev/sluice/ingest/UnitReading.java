package dev.sluice.ingest;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.SortedMap;

/**
 * How far a unit is read, as of the last committed transaction: a process that continues after a
 * kill begins with the same numbers.
 *
 * @param files number of the unit's files
 * @param filesRead of these, those that are read completely, and quarantined ones
 * @param bytes size of all files
 * @param bytesRead size of the files in {@code filesRead}
 * @param progress position and counters of the unit
 */
public record UnitReading(
    int files, int filesRead, long bytes, long bytesRead, UnitProgress progress) {
  /** Does not keep the list of files, because a long history may have millions. */
  static UnitReading of(InputFiles files, UnitProgress progress) {
    int read = progress.ended() ? files.size() : progress.file();
    return new UnitReading(files.size(), read, files.bytes(), files.bytesBefore(read), progress);
  }

  /** Whether the unit's progress is this, so that nothing was counted between the two. */
  boolean isAt(UnitProgress other) {
    return progress.file() == other.file()
        && progress.row() == other.row()
        && progress.ended() == other.ended()
        && progress.writer().equals(other.writer());
  }

  /** Id of the unit. */
  public String unit() {
    return progress.unit();
  }

  /** What the unit is called, see {@link Unit#title}. */
  public String title() {
    return Unit.parse(unit()).title();
  }

  /** Rows read, and what ingest has counted of them, by dump, bucket and name. A copy. */
  public Counters counters() {
    return progress.counted();
  }

  /** What the files read so far lost. */
  public InputLosses losses() {
    return progress.lost();
  }

  /** Number of rows read. */
  public long rows() {
    return counters().total(Counters.ROWS);
  }

  /** Files that could not be read, or only in part, with the reason. */
  public SortedMap<String, String> quarantined() {
    return progress.quarantined();
  }

  /** Whether the unit is read to its end. */
  public boolean ended() {
    return progress.ended();
  }

  /** Whether any process has begun to read it. */
  public boolean begun() {
    return !progress.writer().isEmpty();
  }
}
