package dev.sluice.ingest;

import dev.sluice.storage.parquet.MissingColumnException;
import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.SourceFormatException;
import dev.sluice.topics.progress.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks, before anything is begun, that what was asked for is there. */
final class SourceSelection {
  private final IngestSettings settings;
  private final List<InputFile> found;

  SourceSelection(IngestSettings settings, List<InputFile> found) {
    this.settings = settings;
    this.found = found;
  }

  void checkDumps(Set<String> dumps, List<String> problems) {
    Set<String> there = UnitPlanner.directoryDumps(found);
    Set<String> unknown = new TreeSet<>(dumps);
    unknown.removeAll(there);
    if (!unknown.isEmpty()) {
      problems.add(
          "--dump %s: no such directory in %s; there %s"
              .formatted(
                  String.join(", ", unknown),
                  settings.input(),
                  there.isEmpty() ? "are no CC-MAIN-* directories" : "is " + there));
    }
  }

  /** Files of begun units must be there; of new files, one at least must have the columns. */
  void checkFiles(List<UnitPlan> plans, List<String> problems) throws IOException {
    Optional<MissingColumnException> missing = Optional.empty();
    boolean anyFits = plans.isEmpty();
    for (UnitPlan plan : plans) {
      for (InputFile file : plan.files()) {
        if (!Files.exists(settings.input().resolve(file.path()))) {
          problems.add(
              "%s of unit %s is gone and was not read yet: put it back, or start a new output"
                  .formatted(file.path(), plan.unit()));
        } else if (!anyFits) {
          try {
            ParquetSource.open(settings.input().resolve(file.path()), settings.columns());
            anyFits = true;
          } catch (MissingColumnException e) {
            missing = Optional.of(missing.orElse(e));
          } catch (SourceFormatException e) {
            // Set aside when its turn comes.
            continue;
          }
        }
      }
    }
    if (!anyFits) {
      missing.ifPresent(e -> problems.add("no file has the columns: " + e.getMessage()));
    }
  }
}
