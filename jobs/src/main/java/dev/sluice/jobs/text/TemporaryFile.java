package dev.sluice.jobs.text;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file under a hidden name until it is complete. */
public record TemporaryFile(Path target) {
  /** The hidden name, in the directory of the final one. */
  public Path path() {
    return FileNames.beside(target, ".", ".tmp");
  }

  /** Flushes it to disk and gives it its final name. */
  public void publish() throws IOException {
    DurableFiles.publish(path(), target);
  }

  /** Writes a small file atomically; also to an object store. */
  public static void write(Path target, byte[] bytes) throws IOException {
    if (!SourceFile.isLocal(target)) {
      writeObject(target, bytes);
      return;
    }
    TemporaryFile file = new TemporaryFile(target);
    Files.createDirectories(target.toAbsolutePath().getParent());
    Files.write(file.path(), bytes);
    file.publish();
  }

  private static void writeObject(Path target, byte[] bytes) throws IOException {
    Path temporary = Files.createTempDirectory("sluice-");
    try {
      new Publication(temporary).replace(target, bytes);
    } finally {
      Files.delete(temporary);
    }
  }

  /** Writes a file in an existing directory without flushing; a power failure may revert it. */
  public static void writeLightly(Path target, byte[] bytes) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.write(file.path(), bytes);
    DurableFiles.move(file.path(), target);
  }
}
