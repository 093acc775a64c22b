package dev.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.embedded.BrokerStartException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps other brokers, in this and other processes, out of a directory. The operating system
 * releases the lock when the process ends in any way. The file stays, and names its last owner.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String FILE_NAME = "broker.lock";
  private static final int OWNER_MAX_BYTES = 64;

  private final FileChannel file;

  private DirectoryLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Locks an existing directory.
   *
   * @throws BrokerStartException with {@link Reason#DIRECTORY_LOCKED} if another broker holds the
   *     lock
   * @throws IOException if the lock cannot be written
   */
  static DirectoryLock acquire(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve(FILE_NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      lock(directory, file);
      return new DirectoryLock(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static void lock(Path directory, FileChannel file) throws IOException {
    try {
      if (file.tryLock() == null) {
        throw held(directory, "another process (" + owner(file) + ")");
      }
    } catch (OverlappingFileLockException e) {
      throw held(directory, "another broker in this process");
    }
    file.truncate(0);
    file.write(ByteBuffer.wrap(("pid " + ProcessHandle.current().pid()).getBytes(UTF_8)), 0);
  }

  private static String owner(FileChannel file) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(OWNER_MAX_BYTES);
    file.read(text, 0);
    return new String(text.array(), 0, text.position(), UTF_8);
  }

  private static BrokerStartException held(Path directory, String owner) {
    return new BrokerStartException(
        Reason.DIRECTORY_LOCKED,
        ("The broker's data directory %s is in use by %s. Wait for that to end, or stop it, or"
                + " choose another directory.")
            .formatted(directory, owner));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
