package dev.sluice.ingest.source;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.List;

/**
 * A unit to read, from its start or from its progress.
 *
 * @param unit the unit
 * @param files all of its files in reading order, as fixed when the unit was started
 */
public record UnitPlan(Unit unit, InputFiles files) {
  /** Copies the list. */
  public UnitPlan(Unit unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files));
  }

  /** Total size of its files. */
  public long bytes() {
    return files.bytes();
  }
}
