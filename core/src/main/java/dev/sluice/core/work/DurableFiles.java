package dev.sluice.core.work;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Publishes files. A file that has its final name is complete, even after a power failure. */
public final class DurableFiles {
  private DurableFiles() {}

  /**
   * Moves a complete file to its final name, and replaces an existing file. Afterwards, the content
   * and the name of the file are durable.
   */
  public static void publish(Path complete, Path target) throws IOException {
    sync(complete);
    move(complete, target);
    sync(target.toAbsolutePath().getParent());
  }

  /** Flushes a file, or the names in a directory, to disk. */
  public static void sync(Path path) throws IOException {
    StandardOpenOption option =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, option)) {
      channel.force(true);
    }
  }

  /** Renames a file atomically, and replaces an existing file. A power failure may undo this. */
  public static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }
}
