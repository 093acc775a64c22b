package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.Optional;

/**
 * Decides which documents are kept, in the order of their source. A key belongs to the first
 * document that stays and has it. A document is removed if, and only if, one of its keys belongs to
 * a document that contains it; of several, the one with the greatest share counts, and of those the
 * earliest. Otherwise it stays and takes the keys that belong to nobody. {@link Decisions} decides
 * each document. Whether one contains another is decided by the {@link Comparison}, which is {@code
 * NearDedup.compare} of module {@code operators}.
 *
 * <p>So each removed document has one that stays and contains it, and decisions depend on the order
 * of documents alone: not on batches, threads, or what comes later.
 *
 * <p>Takes time linear in the number of documents, of which each is compared with at most as many
 * others as it has keys, whatever they are. Memory beside that of the batch: 12 bytes a key; some
 * 30 bytes a document if a tenth of them are copies, at most 8 bytes a key more; 8 bytes a key for
 * each range in work, of which there are as many as threads; and up to 8 MiB of owners. Not
 * thread-safe.
 */
public final class Matcher {
  private final SignatureStore store;
  private final WorkerPool pool;
  private final Comparison comparison;

  /** Compares fingerprints. */
  @FunctionalInterface
  public interface Comparison {
    /** Returns how much of a document an earlier document contains. */
    Containment of(Fingerprint document, Fingerprint kept);
  }

  /**
   * @param store of the documents that stayed so far
   * @param comparison of a document with one that stayed
   */
  public Matcher(SignatureStore store, WorkerPool pool, Comparison comparison) {
    this.store = store;
    this.pool = pool;
    this.comparison = comparison;
  }

  /**
   * The decisions about a batch.
   *
   * @param counts of the documents that were decided
   * @param stop why only the documents before its place were decided; empty if all were
   */
  public record Outcome(SignatureFooter.Counts counts, Optional<GuardStop> stop) {}

  /**
   * Decides the next documents of a unit and publishes the result. Afterwards, the documents are in
   * the store. If the unit stops at a place among them, only those before it are decided, and the
   * store's offset to continue with stays as it was; the same call with a decision about the group
   * goes on.
   *
   * @param order documents of the batch, in the order of decisions; all others stay in the batch
   * @param position after them
   * @param guard when to stop
   * @throws java.nio.file.FileAlreadyExistsException if another matcher has decided them
   */
  public Outcome decide(
      SignatureBatch batch, int[] order, SignatureFooter.Position position, Guard guard)
      throws IOException, InterruptedException {
    GuardWatch watch = new GuardWatch(guard, store.guardState(position.unit(), guard));
    BatchKeys keys = new BatchKeys(batch, order);
    KeyGroups groups = KeyGroups.find(keys, store, pool);
    try (SignatureFileWriter writer = store.begin()) {
      Owners owners = new Owners(batch, order, groups, store, pool);
      Decisions decisions = new Decisions(batch, order, groups, owners, writer, comparison, watch);
      decisions.run();
      boolean atEnd = watch.stop().isEmpty() && position.frontier().ended();
      boolean stops = watch.stop().isPresent() || atEnd && watch.stopsAtEnd();
      SignatureFooter.Counts counts = decisions.counts();
      if (!stops || decisions.decided() > 0) {
        decisions.writeKeys(keys);
        store.publish(writer, reached(position, watch), counts, watch.state());
      }
      return new Outcome(counts, store.stop(position.unit(), guard, watch));
    }
  }

  private SignatureFooter.Position reached(SignatureFooter.Position position, GuardWatch watch) {
    return watch
        .stop()
        .map(
            at ->
                new SignatureFooter.Position(
                    position.unit(), at, position.source(), store.nextOffset()))
        .orElse(position);
  }
}
