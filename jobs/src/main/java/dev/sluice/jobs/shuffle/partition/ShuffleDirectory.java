package dev.sluice.jobs.shuffle.partition;

import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.LockFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The temporary directory of a shuffle: piles, and how far it is. Used by one process at a time;
 * when it is closed other processes may have it.
 */
public final class ShuffleDirectory implements Closeable {
  private static final String STATE = "state.json";

  private final Path directory;
  private final LockFile lock;

  private ShuffleDirectory(Path directory, LockFile lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Takes the directory for this process.
   *
   * @throws JobRefusedException when another process has it
   */
  public static ShuffleDirectory take(Path directory) throws IOException {
    return new ShuffleDirectory(directory, OutputDirectory.takeTemporary(directory));
  }

  public Path path() {
    return directory;
  }

  /** How far an earlier call came, if there was one. */
  public Optional<ShuffleState> state() throws IOException {
    Path file = directory.resolve(STATE);
    return Files.exists(file) ? Optional.of(Json.read(file, ShuffleState.class)) : Optional.empty();
  }

  /**
   * Notes how far it is while piles grow, which are not brought to the disk either: a power cut may
   * take both back.
   */
  public void noteReading(ShuffleState state) throws IOException {
    TemporaryFile.writeLightly(directory.resolve(STATE), Json.write(state));
  }

  /** Notes how far it is, for certain: what is no longer needed then may go. */
  public void note(ShuffleState state) throws IOException {
    TemporaryFile.write(directory.resolve(STATE), Json.write(state));
  }

  /** Removes everything, itself too. */
  public void delete() throws IOException {
    close();
    OutputDirectory.delete(directory);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
