package dev.sluice.jobs.dedup;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Passes documents to the matcher, in the order of decisions and a batch at a time, from the first
 * one on that the store has not decided. Not thread-safe.
 */
final class Decider implements Closeable {
  /** Progress is told each time that so many documents were passed on. */
  static final int TOLD = 1 << 14;

  private static final String UNIT = "dedup";
  private static final int LEAST_DOCUMENTS = 1 << 10;
  private static final int MAX_KEYS = 1 << 29;

  /** A key while arrays grow, in a group, and in the sort of one thread. */
  private static final int KEY_BYTES = 36;

  private static final int SORTED_KEY_BYTES = 2;
  private static final int DOCUMENT_BYTES = 60;

  private final Path waiting;
  private final DuplicateMethod method;
  private final Matcher matcher;
  private final LongConsumer progress;
  private final int batchDocuments;
  private final long decided;
  private SignatureBatch batch;
  private long passed;

  /**
   * @param waiting temporary file
   * @param heapBytes half of it is for batches
   * @param progress receives the number of documents
   */
  Decider(
      Path waiting,
      DuplicateMethod method,
      SignatureStore store,
      WorkerPool pool,
      long heapBytes,
      LongConsumer progress)
      throws IOException {
    this.waiting = waiting;
    this.method = method;
    this.matcher = new Matcher(store, pool, method.comparison());
    this.progress = progress;
    this.decided = store.nextOffset();
    this.batchDocuments = batchDocuments(method.keys(), pool.size(), heapBytes);
    this.batch = begin();
  }

  private static int batchDocuments(int keys, int threads, long heapBytes) {
    int each = DOCUMENT_BYTES + keys * (KEY_BYTES + SORTED_KEY_BYTES * threads);
    long fitting = Math.max(LEAST_DOCUMENTS, heapBytes / 2 / each);
    return (int) Math.min(MAX_KEYS / keys, fitting);
  }

  private SignatureBatch begin() throws IOException {
    Files.deleteIfExists(waiting); // a killed process has left it
    return new SignatureBatch(waiting, method.keys());
  }

  /** Receives the next document. */
  void accept(SignedDocument document) throws IOException, InterruptedException {
    if (passed++ >= decided) {
      batch.add(document.origin(), document.keys(), document.keys().length, document.fingerprint());
      if (batch.count() == batchDocuments) {
        decide();
      }
    }
    if (passed % TOLD == 0) {
      progress.accept(passed);
    }
  }

  private void decide() throws IOException, InterruptedException {
    Position position = new Position(UNIT, new Frontier("", passed, false), "", passed);
    matcher.decide(batch, batch.inOrderOfArrival(), position, Guard.OFF);
    batch.close();
    batch = begin();
    progress.accept(passed);
  }

  /** Decides what is left. */
  void finish() throws IOException, InterruptedException {
    if (batch.count() > 0) {
      decide();
    }
    progress.accept(passed);
  }

  @Override
  public void close() throws IOException {
    batch.close();
  }
}
