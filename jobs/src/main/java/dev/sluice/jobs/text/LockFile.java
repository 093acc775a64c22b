package dev.sluice.jobs.text;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that one job at a time holds, in this process or another. Released when the process ends
 * in any way. The file stays.
 */
public final class LockFile implements Closeable {
  private final FileChannel channel;

  private LockFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a file and creates it if necessary; empty if another job holds it.
   *
   * @throws IOException if it cannot be opened
   */
  public static Optional<LockFile> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (isTaken(channel)) {
      channel.close();
      return Optional.empty();
    }
    return Optional.of(new LockFile(channel));
  }

  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
