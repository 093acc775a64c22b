package dev.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.LockedFile;
import dev.sluice.embedded.BrokerStartException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps other brokers, in this and other processes, out of a directory. The operating system
 * releases the lock when the process ends in any way. The file stays, and names its last owner.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String FILE_NAME = "broker.lock";

  private final LockedFile file;

  private DirectoryLock(LockedFile file) {
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
    Path path = directory.resolve(FILE_NAME);
    Optional<LockedFile> free = LockedFile.tryLock(path);
    if (free.isEmpty()) {
      throw held(directory, Files.readString(path));
    }
    LockedFile file = free.get();
    try {
      file.channel().truncate(0);
      file.channel().write(ByteBuffer.wrap(owner().getBytes(UTF_8)), 0);
      return new DirectoryLock(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private static String owner() {
    return "pid " + ProcessHandle.current().pid();
  }

  private static BrokerStartException held(Path directory, String owner) {
    return new BrokerStartException(
        Reason.DIRECTORY_LOCKED,
        ("The broker's data directory %s is in use by %s. Wait for that to end, or stop it, or"
                + " choose another directory.")
            .formatted(
                directory,
                owner.equals(owner())
                    ? "another broker in this process"
                    : "another process (" + owner + ")"));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
