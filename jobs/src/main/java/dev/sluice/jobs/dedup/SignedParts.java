package dev.sluice.jobs.dedup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.ReadPosition.FileRows;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.SpillWriter;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private static final String SIGNED = "signed";

  private static final String READING = "reading.json";

  /**
   * Signs the documents of a part, and ends the part.
   *
   * @param share files of the part
   * @return what was read, for a report
   */
  static JsonNode sign(
      List<TextFile> share,
      PieceSigner signer,
      ProcessMemory memory,
      PartDirectory part,
      JobProgress progress)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("dedup", memory.threads());
        SpillWriter writer = new SpillWriter(part.file(SIGNED), 0, 0, RecordSort.CHUNK_BYTES)) {
      SigningPass pass = new SigningPass(ReadPosition.BEGIN, memory, writer::add, position -> {});
      ReadPosition read = pass.run(signer, share, workers, progress);
      writer.flush();
      TemporaryFile.write(part.file(READING), Json.write(read));
      JsonNode result = Json.tree(result(read, pass.quarantined()));
      part.end(share, result, Set.of(SIGNED, READING));
      return result;
    }
  }

  private static Map<String, Object> result(
      ReadPosition read, List<Map<String, String>> quarantined) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("files", read.ended().size());
    result.put("rows_read", read.ended().stream().mapToLong(FileRows::rows).sum());
    result.put("text_bytes_read", read.textBytes());
    result.put("quarantined", quarantined);
    return result;
  }

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
          reader.passTo(into);
        }
        if (left != 0) {
          throw new DamagedSpillException(signed, "%d documents are missing".formatted(left));
        }
      } catch (DamagedSpillException e) {
        if (e.file().equals(signed)) {
          throw part.unreadable(signed, e);
        }
        throw e; // of the receiver
      }
    }
  }
}
