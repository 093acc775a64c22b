package dev.sluice.core.work;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that one owner at a time holds, in this process or another. The operating system releases
 * it when the process ends in any way. The file stays.
 */
public final class LockedFile implements Closeable {
  private static final long PAUSE_MILLIS = 10;

  /**
   * Serializes locking and closing: if two channels of one file are closed at the same moment, one
   * may take a lock from Java's table that a third was given meanwhile; then a fourth gets the lock
   * as well.
   */
  private static final Object ONE_AT_A_TIME = new Object();

  private final FileChannel channel;

  /** Kept because Java forgets locks without references and then gives them to others. */
  private final FileLock lock;

  private LockedFile(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Locks a file and creates it if necessary; empty if somebody else holds it.
   *
   * @throws IOException if it cannot be opened, or its file system does not lock
   */
  public static Optional<LockedFile> tryLock(Path file) throws IOException {
    synchronized (ONE_AT_A_TIME) {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Optional<FileLock> lock = lock(file, channel);
      if (lock.isEmpty()) {
        channel.close();
      }
      return lock.map(held -> new LockedFile(channel, held));
    }
  }

  /**
   * Waits until nobody else holds the file, and locks it. For locks that others hold for moments.
   *
   * @throws IOException if it cannot be opened, or this thread is interrupted
   */
  public static LockedFile await(Path file) throws IOException {
    while (true) {
      Optional<LockedFile> lock = tryLock(file);
      if (lock.isPresent()) {
        return lock.get();
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for " + file);
      }
    }
  }

  /** The lock; empty if somebody else has it. Closes the channel if there can be none. */
  static Optional<FileLock> lock(Path file, FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException e) {
      return Optional.empty();
    } catch (IOException e) {
      channel.close();
      throw unlockable(file, e);
    } catch (RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The platform's own message names neither the file nor that it was to be locked. */
  private static IOException unlockable(Path file, IOException e) {
    FileSystemException named =
        new FileSystemException(
            file.toString(),
            null,
            "cannot be locked (%s): mount its file system with locks (Lustre: -o flock), or choose a directory elsewhere"
                .formatted(e.getMessage()));
    named.initCause(e);
    return named;
  }

  /** The content, open for reading and writing. */
  public FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    synchronized (ONE_AT_A_TIME) {
      try (channel) {
        if (lock.isValid()) {
          lock.release();
        }
      }
    }
  }
}
