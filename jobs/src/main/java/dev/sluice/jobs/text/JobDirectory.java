package dev.sluice.jobs.text;

import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.text.JobRefusedException.OfOutput;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The directory in which a job works until its output is complete. It contains a lock, temporary
 * files, and records in JSON files that are replaced atomically. Used by one process at a time. If
 * a process is killed, the next one resumes from the records.
 */
public final class JobDirectory implements Closeable {
  /** The name of the file that is locked. The file remains as long as the directory. */
  public static final String LOCK = "lock";

  private static final String IN_USE =
      " is in use by another process: wait until that process ends, or stop it";
  private static final String CHECKPOINT = "checkpoint.json";

  /** Maximum number of attempts to lock a directory that other processes keep deleting. */
  private static final int MOST_TRIES = 100;

  /** Maximum size of the lock file. */
  private static final int MOST_BYTES = 1 << 16;

  private static final byte[] FILLED = {'\n'};

  private final Path directory;
  private final LockedFile lock;

  private JobDirectory(Path directory, LockedFile lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Creates and locks a directory.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  public static JobDirectory take(Path directory) throws IOException {
    return take(directory, new OfRequest(directory + IN_USE));
  }

  /**
   * Creates and locks a directory inside an output.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  public static JobDirectory take(Path directory, Path output) throws IOException {
    return take(directory, OfOutput.of(output + IN_USE));
  }

  /**
   * Deletes a directory that a killed process has left, if it exists.
   *
   * @throws JobRefusedException if that process is still running
   */
  public static void clear(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      take(directory).delete();
    }
  }

  /**
   * Deletes a directory that a killed process has left inside an output, if it exists.
   *
   * @throws JobRefusedException if that process is still running
   */
  public static void clear(Path directory, Path output) throws IOException {
    if (Files.isDirectory(directory)) {
      take(directory, output).delete();
    }
  }

  private static JobDirectory take(Path directory, Reason inUse) throws IOException {
    for (int left = MOST_TRIES; ; left--) {
      try {
        Optional<LockedFile> lock = lock(directory, inUse);
        if (lock.isPresent()) {
          return new JobDirectory(directory, lock.get());
        }
      } catch (NoSuchFileException | FileAlreadyExistsException e) {
        if (left == 0) {
          throw e;
        }
      }
      if (left == 0) {
        throw new JobRefusedException(inUse);
      }
    }
  }

  /**
   * Locks the directory; returns empty if another process has deleted the lock file before it was
   * locked.
   */
  private static Optional<LockedFile> lock(Path directory, Reason inUse) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(LOCK);
    LockedFile lock = LockedFile.tryLock(file).orElseThrow(() -> new JobRefusedException(inUse));
    if (isAt(file, lock)) {
      return Optional.of(lock);
    }
    lock.close();
    return Optional.empty();
  }

  /**
   * Returns whether a locked file still has this name and has not been deleted. Compares a random
   * size, because opening and closing the file again would release the lock.
   */
  private static boolean isAt(Path file, LockedFile lock) throws IOException {
    long size = ThreadLocalRandom.current().nextLong(1, MOST_BYTES);
    lock.channel().truncate(0).write(ByteBuffer.wrap(FILLED), size - FILLED.length);
    try {
      return Files.size(file) == size;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  public Path path() {
    return directory;
  }

  /** Returns a record that this or an earlier process has written, if any. */
  public <T> Optional<T> read(String name, Class<T> type) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Optional.of(Json.read(file, type)) : Optional.empty();
  }

  /** Writes a durable record. Files that the record does not need can be deleted afterwards. */
  public void write(String name, Object value) throws IOException {
    TemporaryFile.write(directory.resolve(name), Json.write(value));
  }

  /** Returns the checkpoint of this or an earlier process, if any. */
  public <T> Optional<T> checkpoint(Class<T> type) throws IOException {
    return read(CHECKPOINT, type);
  }

  /** Writes a durable checkpoint. */
  public void note(Object checkpoint) throws IOException {
    write(CHECKPOINT, checkpoint);
  }

  /** Writes a checkpoint without flushing it to disk. A power failure can undo this. */
  public void noteLightly(Object checkpoint) throws IOException {
    TemporaryFile.writeLightly(directory.resolve(CHECKPOINT), Json.write(checkpoint));
  }

  /** Deletes all files except the checkpoint, the lock and files with these names. */
  public void retain(Set<String> names) throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.equals(CHECKPOINT) && !name.equals(LOCK) && !names.contains(name)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Deletes the directory with its content, and releases the lock. A process that locks the
   * directory afterwards finds no files of this process, and loses none of its own files.
   */
  public void delete() throws IOException {
    Path file = directory.resolve(LOCK);
    List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.filter(entry -> !entry.equals(file)).toList();
    }
    for (Path entry : entries) {
      FileTree.deleteAll(entry);
    }
    Files.deleteIfExists(file);
    close(); // before the directory is deleted, because NFS keeps open files
    FileTree.deleteIfEmpty(directory); // if it is not empty, another process uses it already
  }

  /** Unlocks the directory and does not delete it. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
