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
 * A file that one owner at a time has locked, in this process or another. The operating system
 * releases the lock when the process ends in any way. The file itself remains.
 */
public final class LockedFile implements Closeable {
  private static final long PAUSE_MILLIS = 10;

  /**
   * Serializes locking and closing: if two channels of one file are closed at the same moment, one
   * of them may remove from Java's table a lock that a third channel has acquired meanwhile; then a
   * fourth one also gets the lock.
   */
  private static final Object ONE_AT_A_TIME = new Object();

  private final FileChannel channel;

  /**
   * Reference to the lock: Java forgets locks without references, and others can then acquire them.
   */
  private final FileLock lock;

  private LockedFile(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Locks a file, and creates it if necessary. The result is empty if somebody else holds it.
   *
   * @throws IOException if the file cannot be opened, or its file system does not support locks
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
   * Waits until nobody else holds the file, and locks it. Intended for locks that are held only
   * briefly.
   *
   * @throws IOException if the file cannot be opened, or this thread is interrupted
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

  /** Returns the lock, or empty if somebody else holds it. Closes the channel if locking fails. */
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

  /**
   * Returns an exception about locking a file. The platform's message mentions neither the file nor
   * the lock.
   */
  private static IOException unlockable(Path file, IOException e) {
    FileSystemException named =
        new FileSystemException(
            file.toString(),
            null,
            "cannot be locked (%s): mount the file system with locks (for Lustre, -o flock), or choose a directory on a different file system"
                .formatted(e.getMessage()));
    named.initCause(e);
    return named;
  }

  /** Returns the channel of the file. It is open for reading and writing. */
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
