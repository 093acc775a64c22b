package dev.sluice.storage.output;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A directory of JSON files that never change. They are named after the SHA-256 of their bytes.
 *
 * @param directory the directory, which need not exist yet
 */
record HashedFiles(Path directory) {
  Path file(String sha256) {
    return directory.resolve(sha256 + ".json");
  }

  /** Stores a value unless it is already stored, and returns its name. */
  String store(Object value, Publication publication) throws IOException {
    byte[] bytes = Json.write(value);
    String sha256 = Publication.sha256(bytes);
    if (!Files.exists(file(sha256))) {
      publication.create(file(sha256), bytes);
    }
    return sha256;
  }

  /**
   * Reads a value.
   *
   * @throws IOException if its file is missing, or if its content does not match its name
   */
  <T> T read(String sha256, Class<T> type) throws IOException {
    Path file = file(sha256);
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (!Publication.sha256(bytes).equals(sha256)) {
        throw new IOException(
            file
                + " has changed: its SHA-256 differs from the one in its name. Restore the file"
                + " from a copy of the output");
      }
      return Json.read(bytes, file, type);
    } catch (NoSuchFileException e) {
      throw new IOException(file + " is missing. Restore the file from a copy of the output", e);
    }
  }
}
