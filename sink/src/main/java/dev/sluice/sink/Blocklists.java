package dev.sluice.sink;

import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.storage.takedown.TakedownRecord;
import java.io.IOException;
import java.util.List;

/**
 * The take-downs of an output. Reads their entries once and keeps them in memory, 23 bytes for each
 * id, 30 for each URL or text, and 540 for most signatures. Thread-safe.
 */
public final class Blocklists {
  private final TakedownLog log;
  private final ThreadLocal<NamedRows> ofThread = new ThreadLocal<>();
  private NamedRows loaded = NamedRows.none();

  /** Opens the take-downs of an output, which need not have any. */
  public Blocklists(OutputLayout layout) {
    this.log = new TakedownLog(layout);
  }

  /** Returns the records of all take-downs, in order. */
  public List<TakedownRecord> records() throws IOException {
    return log.read();
  }

  /** Returns the number of the last take-down, without listing; see {@link TakedownLog#glance}. */
  long glance() throws IOException {
    return log.glance().size();
  }

  /** Adds a take-down; see {@link TakedownLog#append}. */
  TakedownRecord append(
      TakedownList entries, String note, String urlColumn, Publication publication)
      throws IOException {
    return log.append(entries, note, urlColumn, publication);
  }

  /** Deletes what killed commands have left; see {@link TakedownLog#deleteUndeclared}. */
  void deleteUndeclared() throws IOException {
    log.deleteUndeclared();
  }

  /**
   * Returns the rows that all take-downs so far name, for use by the calling thread. All partitions
   * of a thread share them until the next take-down, because signing takes memory for the longest
   * text.
   *
   * @param settings always those of the same output
   * @param atLeast the number of a take-down that another process has seen
   * @throws IOException if this take-down is not visible yet, or if its entries cannot be read
   */
  synchronized NamedRows named(SinkSettings settings, long atLeast) throws IOException {
    List<TakedownRecord> records = log.read();
    if (records.size() < atLeast) {
      throw new IOException(
          "cannot find take-down %d, which cut records name. On a network file system, try again later; otherwise, restore _sluice/takedowns"
              .formatted(atLeast));
    }
    if (records.size() > loaded.takeDown()) {
      loaded = NamedRows.of(log, settings.output().format().carried(), settings.signers());
    }
    NamedRows own = ofThread.get();
    if (own == null || own.takeDown() < loaded.takeDown()) {
      own = loaded.forAnotherThread();
      ofThread.set(own);
    }
    return own;
  }
}
