package dev.sluice.jobs.sample;

import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * A file that several batches may read in the order of their tickets. So batches of JSON lines
 * share one reader, since a row can only be reached by reading all earlier ones. While one batch
 * reads, earlier ones are compressed.
 */
final class SharedTexts implements Closeable {
  private final TextFile file;
  private final String text;
  private Optional<ChosenTexts> texts = Optional.empty();
  private long at = -1;
  private int issued;
  private int serving;

  SharedTexts(TextFile file, String text) {
    this.file = file;
    this.text = text;
  }

  /** The next ticket; all are drawn by one thread, in batch order. */
  int ticket() {
    return issued++;
  }

  /**
   * Waits for the turn of a ticket.
   *
   * @return false if the turn is over, which happens to a batch that is read again: another batch
   *     has the reader then
   */
  synchronized boolean await(int ticket) throws InterruptedException {
    while (serving < ticket) {
      wait();
    }
    return serving == ticket;
  }

  /** Ends the current turn. */
  synchronized void release() {
    serving++;
    notifyAll();
  }

  /**
   * Advances to a row, starting from the beginning of the file if it is an earlier one; only for
   * the current turn.
   */
  synchronized ChosenTexts goTo(long row) throws IOException {
    if (texts.isEmpty() || row <= at) {
      close();
      texts = Optional.of(ChosenTexts.open(file, text, SourceSurvey.MAX_TEXT_BYTES));
    }
    at = row;
    return texts.get();
  }

  @Override
  public synchronized void close() throws IOException {
    if (texts.isPresent()) {
      ChosenTexts closing = texts.get();
      texts = Optional.empty();
      at = -1;
      closing.close();
    }
  }
}
