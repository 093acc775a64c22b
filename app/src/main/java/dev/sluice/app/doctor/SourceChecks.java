package dev.sluice.app.doctor;

import dev.sluice.core.values.PinnedPath;
import dev.sluice.ingest.source.FileTail;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks that the sink can still read the texts of units that are not sealed. */
final class SourceChecks {
  private final Path input;

  SourceChecks(Path input) {
    this.input = input;
  }

  /** Compares the files of units that are not sealed with what they were when their unit began. */
  void look(ProgressState known, Manifests manifests, Findings findings) throws IOException {
    List<String> problems = new ArrayList<>();
    int unsealed = 0;
    for (UnitFiles unit : known.units()) {
      if (!manifests.isComplete(unit.unit())) {
        unsealed++;
        addProblems(unit, quarantined(known, unit), problems);
      }
    }
    String more = problems.size() < 2 ? "" : ", and %d more".formatted(problems.size() - 1);
    findings.require(
        problems.isEmpty(),
        "sources",
        problems.isEmpty()
            ? "unchanged, of %d units that are not sealed".formatted(unsealed)
            : problems.get(0) + more,
        "the files as they were ingested, until their unit is sealed",
        "restore them");
  }

  private static Set<String> quarantined(ProgressState known, UnitFiles unit) {
    return known
        .progress(unit.unit())
        .map(progress -> progress.quarantined().keySet())
        .orElse(Set.of());
  }

  private void addProblems(UnitFiles unit, Set<String> quarantined, List<String> problems)
      throws IOException {
    for (ListedFile file : unit.files()) {
      Path path = PinnedPath.of(input, unit.sources(), file.path());
      if (quarantined.contains(file.path())) {
        continue;
      }
      if (!Files.exists(path)) {
        problems.add("%s of %s is missing".formatted(file.path(), unit.unit()));
      } else if (!FileTail.isSame(path, file, now(file, path))) {
        problems.add("%s of %s was changed".formatted(file.path(), unit.unit()));
      }
    }
  }

  private static ListedFile now(ListedFile file, Path path) throws IOException {
    return new ListedFile(
        file.path(), Files.size(path), Files.getLastModifiedTime(path).toMillis());
  }
}
