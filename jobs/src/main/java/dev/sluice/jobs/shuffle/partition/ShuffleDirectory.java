package dev.sluice.jobs.shuffle.partition;

import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The temporary directory of a shuffle: partitions and checkpoint. Locked by one process until it
 * is closed.
 */
public final class ShuffleDirectory implements Closeable {
  private static final String STATE = "checkpoint.json";

  private final Path directory;
  private final LockedFile lock;

  private ShuffleDirectory(Path directory, LockedFile lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it
   */
  public static ShuffleDirectory take(Path directory) throws IOException {
    return new ShuffleDirectory(directory, OutputDirectory.takeTemporary(directory));
  }

  public Path path() {
    return directory;
  }

  /** The checkpoint of an earlier invocation, if any. */
  public Optional<ShuffleState> state() throws IOException {
    Path file = directory.resolve(STATE);
    return Files.exists(file) ? Optional.of(Json.read(file, ShuffleState.class)) : Optional.empty();
  }

  /**
   * Records the position while partitions grow. Neither is flushed to disk, so a power failure may
   * revert both.
   */
  public void noteReading(ShuffleState state) throws IOException {
    TemporaryFile.writeLightly(directory.resolve(STATE), Json.write(state));
  }

  /** Records a durable checkpoint: files that it does not need may be deleted afterwards. */
  public void note(ShuffleState state) throws IOException {
    TemporaryFile.write(directory.resolve(STATE), Json.write(state));
  }

  /** Deletes the directory with its content. */
  public void delete() throws IOException {
    close();
    OutputDirectory.delete(directory);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
