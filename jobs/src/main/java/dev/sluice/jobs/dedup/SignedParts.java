package dev.sluice.jobs.dedup;

import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The documents that the parts of a job have signed.
 *
 * @param parts complete parts in the order of the input
 */
record SignedParts(JoinedParts parts) {
  /**
   * The file that a part leaves. It has the part's {@link SignedDocument}s; a second file states
   * what was read.
   */
  static final String SIGNED = "signed";

  static final String READING = "reading.json";

  /** Returns what all parts have read. */
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
  void read(SignedPiece.Receiver into) throws IOException, InterruptedException {
    for (FinishedPart part : parts.parts()) {
      Path signed = parts.file(part, SIGNED);
      long left = reading(part).documents();
      try (RecordReader reader =
          new RecordReader(signed, Files.exists(signed) ? Files.size(signed) : 0)) {
        for (; reader.next(); left--) {
          into.add(reader.key(), reader.bytes(), reader.offset(), reader.length());
        }
        if (left != 0) {
          throw new DamagedSpillException(signed, "%d documents are missing".formatted(left));
        }
      } catch (DamagedSpillException e) {
        throw part.unreadable(signed, e);
      }
    }
  }
}
