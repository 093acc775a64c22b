package dev.sluice.jobs.parted;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a part leaves for the join, packed with zstd. */
public final class PackedFile {
  private PackedFile() {}

  /**
   * Opens a file after having read it once: its checksum is at the end, and damaged numbers are not
   * to be taken for lengths before it.
   *
   * @throws IOException if it is damaged, or cannot be read
   */
  public static InputStream open(Path file) throws IOException {
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return new ZstdInputStream(Files.newInputStream(file));
  }
}
