package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** A file that has a hidden name until it is complete. */
public record TemporaryFile(Path target) {
  /** The maximum size of a name in UTF-8. */
  public static final int MAX_NAME_BYTES = 255;

  /** Bytes of a name reserved for suffixes; see {@code TableCheckpoint}. */
  private static final int SPARE_BYTES = 15;

  /** Returns the hidden path, in the directory of the final path. */
  public Path path() {
    return beside(target, ".", ".tmp");
  }

  /** Flushes the file to disk and gives it its final name. */
  public void publish() throws IOException {
    DurableFiles.publish(path(), target);
  }

  /** Writes a small file atomically, on a disk or to an object store. */
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

  /**
   * Writes a file in an existing directory without flushing it to disk. A power failure can undo
   * this.
   */
  public static void writeLightly(Path target, byte[] bytes) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.write(file.path(), bytes);
    DurableFiles.move(file.path(), target);
  }

  /** Returns whether a name exceeds the limit. */
  public static boolean isTooLong(String name) {
    return name.getBytes(UTF_8).length > MAX_NAME_BYTES;
  }

  /**
   * Returns a sibling path whose name has a prefix and a suffix. A name that would be too long is
   * replaced by its hash.
   */
  public static Path beside(Path path, String before, String after) {
    String name = path.getFileName().toString();
    String made = before + name + after;
    boolean fits = made.getBytes(UTF_8).length + SPARE_BYTES <= MAX_NAME_BYTES;
    return path.resolveSibling(fits ? made : before + hash(name) + after);
  }

  private static String hash(String name) {
    return HexFormat.of().formatHex(Digests.sha256().digest(name.getBytes(UTF_8)), 0, 16);
  }
}
