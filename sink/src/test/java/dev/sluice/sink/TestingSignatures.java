package dev.sluice.sink;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of signatures as a matcher publishes them. Units are numbered in the order of their first
 * batches.
 *
 * @param root directory of all units
 * @param temporary a local directory
 */
record TestingSignatures(Path root, Path temporary) {
  private static final Signature SAME = new Signature(new long[] {1}, Fingerprint.ofShort(1));

  static TestingSignatures of(SinkSettings settings, Path temporary) {
    return new TestingSignatures(settings.layout().signatures(), temporary);
  }

  /**
   * The next batch of a unit.
   *
   * @param removed rows of {@code file}, which are copies of a document that is first of all
   */
  void batch(String unit, Frontier to, String file, long... removed) throws IOException {
    batch(Guard.OFF, unit, to, file, removed);
  }

  private void batch(Guard guard, String unit, Frontier to, String file, long... removed)
      throws IOException {
    try (SignatureStore store = open();
        WorkerPool pool = new WorkerPool("matcher", 1);
        SignatureBatch batch = new SignatureBatch(publication().temporaryName("batch"), 1)) {
      if (removed.length > 0) {
        batch.add(origin("!", 0), SAME);
      }
      for (long row : removed) {
        batch.add(origin(file, row), SAME);
      }
      new Matcher(store, pool, (one, kept) -> one.in(kept, 1))
          .decide(batch, batch.inOrderOfArrival(), new Position(unit, to, "topic", 9), guard);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static DocumentOrigin origin(String file, long row) {
    return new DocumentOrigin(file, row, "id", "CC-MAIN-2024-10", "");
  }

  private Publication publication() {
    return new Publication(temporary);
  }

  private SignatureStore open() throws IOException {
    Files.createDirectories(temporary);
    return SignatureStore.open(root, publication());
  }

  /** All of a unit. */
  void all(String unit, String file, long... removed) throws IOException {
    batch(unit, Frontier.END, file, removed);
  }

  /** All of a unit without documents, with groups from which only copies are removed. */
  void allKeeping(String unit, String... groups) throws IOException {
    batch(new Guard(1, GuardDecisions.keeping(List.of(groups))), unit, Frontier.END, "");
  }

  /** The file of a reset. */
  void reset(String reset, List<String> units) throws IOException {
    try (SignatureStore store = open()) {
      store.forget(reset, units, "topic", 9);
    }
  }
}
