package dev.sluice.jobs.dedup;

import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the parts of a job have signed.
 *
 * @param parts complete parts in the order of the input
 */
record SignedParts(JoinedParts parts) {
  /** What a part leaves: its signed documents, and what it has read. */
  static final String SIGNED = "signed";

  static final String READING = "reading.json";

  /** What all parts have read. */
  ReadPosition reading() throws IOException {
    ReadPosition all = ReadPosition.BEGIN;
    for (FinishedPart part : parts.parts()) {
      all = all.then(reading(part));
    }
    return all;
  }

  private ReadPosition reading(FinishedPart part) throws IOException {
    return Json.read(parts.file(part, READING), ReadPosition.class);
  }

  /**
   * Passes on all documents.
   *
   * @throws dev.sluice.jobs.text.JobFailedException if what a part has left is damaged; names the
   *     part and how to run it again
   */
  void read(DuplicateFinder.Receiver into) throws IOException, InterruptedException {
    for (FinishedPart part : parts.parts()) {
      Path signed = parts.file(part, SIGNED);
      long[] left = {reading(part).documents()};
      try {
        long bytes = Files.exists(signed) ? Files.size(signed) : left[0];
        DuplicateFinder.read(
            new SpillFile(signed, bytes),
            document -> {
              left[0]--;
              into.accept(document);
            });
        if (left[0] != 0) {
          throw new DamagedSpillException(signed, "%d documents are missing".formatted(left[0]));
        }
      } catch (DamagedSpillException e) {
        if (e.file().equals(signed)) {
          throw part.unreadable(signed, e);
        }
        throw e;
      }
    }
  }
}
