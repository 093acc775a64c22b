package dev.sluice.app.output;

import dev.sluice.core.values.PinnedPath;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Checks that sources exist until their unit is sealed. The sink may have to read texts from them.
 * Afterwards, sources may be deleted.
 */
public final class UnsealedSources {
  private UnsealedSources() {}

  /**
   * Checks that the files of units that were read but not sealed still exist. Quarantined files may
   * have been removed.
   *
   * @param unsealed ids of units that are not sealed
   * @throws ConfigException if files are missing, naming each
   */
  public static void check(Path input, ProgressState known, Set<String> unsealed) {
    Problems problems = new Problems();
    for (UnitFiles unit : known.units()) {
      if (unsealed.contains(unit.unit())) {
        known.progress(unit.unit()).ifPresent(progress -> check(input, unit, progress, problems));
      }
    }
    problems.throwIfAny();
  }

  private static void check(Path input, UnitFiles unit, UnitProgress progress, Problems problems) {
    for (ListedFile file : unit.files()) {
      Path path = PinnedPath.of(input, unit.sources(), file.path());
      if (!progress.quarantined().containsKey(file.path())
          && SourcePath.problemOf(path).isEmpty()
          && !Files.exists(path)) {
        problems.add(
            "input.path",
            "%s is missing from %s, but %s is not sealed yet: restore the file and keep it until the unit is sealed, or start a new output"
                .formatted(file.path(), input, unit.unit()));
      }
    }
  }
}
