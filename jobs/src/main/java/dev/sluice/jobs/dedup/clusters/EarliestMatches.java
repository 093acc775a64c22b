package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupState;
import java.io.IOException;
import java.nio.file.Path;

/** Finds the first document that each document is paired with, of those before it. */
final class EarliestMatches {
  private final Path directory;

  EarliestMatches(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes each document that has such a match, with the match.
   *
   * @param edges pairs in ascending order, the later document first
   */
  SpillFile find(SpillFile edges) throws IOException {
    long found = -1;
    try (LongSource pairs = new RunReader(directory, edges);
        RunWriter matches = new RunWriter(directory, DedupState.STARS)) {
      while (pairs.next()) {
        long document = Pair.first(pairs.value());
        if (document != found) {
          found = document;
          matches.add(pairs.value());
        }
      }
      return matches.finish();
    }
  }
}
