package dev.sluice.storage.output;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compactions of an output, in order, with the rounds of its take-downs. An output that was
 * never compacted and from which nothing was taken down has none. Keeps them in memory and reads
 * only those that were added since the last read. Thread-safe.
 */
public final class CompactionLog {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionLog.class);

  private final NumberedFiles<Compaction> files;

  /** Creates the log of an output. */
  public CompactionLog(OutputLayout layout) {
    this.files =
        new NumberedFiles<>(layout.compactions(), Compaction.class, UnaryOperator.identity());
  }

  /**
   * Returns all compactions recorded so far, by ascending number. Lists the directory, because a
   * network file system may otherwise hide a record that another host has just written.
   */
  public synchronized List<Compaction> read() throws IOException {
    return files.read(files.names());
  }

  /**
   * Returns the compactions without listing the directory. Callers that poll use this. Looks only
   * for the next file. On a network file system, it may see new records later than {@link #read}.
   */
  public synchronized List<Compaction> glance() throws IOException {
    return files.glance();
  }

  /**
   * Adds a compaction and syncs it to disk.
   *
   * @throws FileAlreadyExistsException if there is a different compaction of this number
   */
  public void append(Compaction compaction, Publication publication) throws IOException {
    publication.create(files.file(compaction.number()), Json.write(compaction));
  }

  /**
   * Reserves a number with a record without merges, so that no compaction can be recorded under it.
   * It does nothing if the number is taken.
   */
  public void giveUp(long number, Publication publication) throws IOException {
    try {
      append(Compaction.merging(number, List.of()), publication);
    } catch (FileAlreadyExistsException e) {
      LOG.atDebug().addKeyValue("compaction", number).log("the compaction was recorded meanwhile");
    }
  }
}
