package dev.sluice.jobs.text;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file under another name until it is complete. */
public record TemporaryFile(Path target) {
  /** The name until then: hidden, beside the final one. */
  public Path path() {
    return FileNames.beside(target, ".", ".tmp");
  }

  /** Brings it to the disk and gives it its name. */
  public void publish() throws IOException {
    sync(path(), StandardOpenOption.WRITE);
    Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
    sync(target.toAbsolutePath().getParent(), StandardOpenOption.READ);
  }

  private static void sync(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(path, option)) {
      channel.force(true);
    }
  }

  /** Writes a small file whole. */
  public static void write(Path target, byte[] bytes) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.createDirectories(target.toAbsolutePath().getParent());
    Files.write(file.path(), bytes);
    file.publish();
  }

  /** The same in a directory that is there, not brought to the disk: a power cut may undo it. */
  public static void writeLightly(Path target, byte[] bytes) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.write(file.path(), bytes);
    Files.move(file.path(), target, StandardCopyOption.ATOMIC_MOVE);
  }
}
