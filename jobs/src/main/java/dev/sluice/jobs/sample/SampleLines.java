package dev.sluice.jobs.sample;

import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Lines of JSON, whose rows can only be reached through those before: batches of one file read it
 * one after the other, through one reader, in the order in which they took their tickets. Between
 * the turns a batch is packed while the next one reads.
 */
final class SampleLines implements Closeable {
  private final TextFile file;
  private final TextColumns columns;
  private Optional<TextReader> reader = Optional.empty();
  private long at = -1;
  private int issued;
  private int serving;

  SampleLines(TextFile file, TextColumns columns) {
    this.file = file;
    this.columns = columns;
  }

  /** The next turn; all are taken by one thread, in the order of the batches. */
  int ticket() {
    return issued++;
  }

  /**
   * Waits for a turn.
   *
   * @return false when it has ended before, which a batch that is read again finds: the reader is
   *     another's then
   */
  synchronized boolean await(int ticket) throws InterruptedException {
    while (serving < ticket) {
      wait();
    }
    return serving == ticket;
  }

  /** Ends the turn that is being served. */
  synchronized void release() {
    serving++;
    notifyAll();
  }

  /** Goes to a row, back to the file's beginning when it lies before; for whose turn it is. */
  synchronized TextReader goTo(long row) throws IOException {
    if (reader.isEmpty() || row <= at) {
      close();
      reader = Optional.of(TextReader.open(file, columns));
    }
    at = row;
    return reader.get();
  }

  @Override
  public synchronized void close() throws IOException {
    if (reader.isPresent()) {
      TextReader closing = reader.get();
      reader = Optional.empty();
      at = -1;
      closing.close();
    }
  }
}
