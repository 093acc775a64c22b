package dev.sluice.jobs.dedup;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.PermanentException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Passes documents to the matcher in batches, in the order in which they are decided. It starts
 * with the first document that the store has not decided. Not thread-safe.
 */
final class Decider implements Closeable {
  /** The name of the store. */
  static final String SIGNATURES = "signatures";

  private static final String UNIT = "dedup";
  private static final int LEAST_DOCUMENTS = 1 << 10;
  private static final int MAX_KEYS = 1 << 29;

  /** A key while arrays grow, in a group, and in the sort of one thread. */
  private static final int KEY_BYTES = 36;

  private static final int SORTED_KEY_BYTES = 2;
  private static final int DOCUMENT_BYTES = 60;

  /** Progress is shown each time that so many documents were passed on. */
  private static final int SHOWN = 1 << 14;

  private final Path directory;
  private final int keys;
  private final List<String> files;
  private final Matcher matcher;
  private final int batchDocuments;
  private final long decided;
  private final LongConsumer shown;
  private SignatureBatch batch;
  private long passed;

  /**
   * @param directory of the store, and of a temporary file
   * @param files of the input
   * @param passed number of documents before the first one that {@link #add} receives
   * @param batchBytes memory for batches
   * @param shown receives the number of documents that were passed on, from time to time
   */
  Decider(
      Path directory,
      DuplicateMethod method,
      List<String> files,
      SignatureStore store,
      WorkerPool pool,
      long passed,
      long batchBytes,
      LongConsumer shown)
      throws IOException {
    this.directory = directory;
    this.keys = method.keys();
    this.files = files;
    this.matcher = new Matcher(store, pool, method.comparison());
    int each = DOCUMENT_BYTES + keys * (KEY_BYTES + SORTED_KEY_BYTES * pool.size());
    this.batchDocuments =
        (int) Math.min(MAX_KEYS / keys, Math.max(LEAST_DOCUMENTS, batchBytes / each));
    this.decided = store.nextOffset();
    this.passed = passed;
    this.shown = shown;
    this.batch = begin();
  }

  private SignatureBatch begin() throws IOException {
    Path waiting = directory.resolve("waiting");
    Files.deleteIfExists(waiting); // a killed process has left it
    return new SignatureBatch(waiting, keys);
  }

  /** Receives the next {@link SignedDocument}. */
  void add(long rank, byte[] bytes, int offset, int length)
      throws IOException, InterruptedException {
    if (passed % SHOWN == 0) {
      shown.accept(passed);
    }
    if (passed++ < decided) {
      return;
    }
    SignedDocument document = SignedDocument.read(bytes, offset, length);
    batch.add(document.origin(files), document.signature());
    if (batch.count() == batchDocuments) {
      decide();
    }
  }

  /** Decides the documents that were received. */
  void decide() throws IOException, InterruptedException {
    if (batch.count() > 0) {
      Position position = new Position(UNIT, new Frontier("", passed, false), "", passed);
      try {
        matcher.decide(batch, batch.inOrderOfArrival(), position, Guard.UNCOUNTED);
      } catch (PermanentException e) {
        throw damaged(directory.resolve(SIGNATURES));
      }
      batch.close();
      batch = begin();
    }
    shown.accept(passed);
  }

  static DamagedSpillException damaged(Path signatures) {
    return new DamagedSpillException(signatures, "a checksum or the number of documents differs");
  }

  @Override
  public void close() throws IOException {
    batch.close();
  }
}
