package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import java.util.List;

/**
 * A unit that is to be read, or to be read on.
 *
 * @param unit which
 * @param files all of its files in reading order, frozen where the unit was begun before
 */
public record UnitPlan(Unit unit, List<InputFile> files) {
  /** Copies the list. */
  public UnitPlan {
    files = List.copyOf(files);
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(InputFile::bytes).sum();
  }
}
