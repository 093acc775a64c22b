package dev.sluice.ingest.source;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.List;

/**
 * A unit that is to be read, or to be read on.
 *
 * @param unit which
 * @param files all of its files in reading order, frozen where the unit was begun before
 */
public record UnitPlan(Unit unit, InputFiles files) {
  /** Copies the list. */
  public UnitPlan(Unit unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files));
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.bytes();
  }
}
