package dev.sluice.storage.text;

import dev.sluice.storage.page.SourcePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of an input.
 *
 * @param path where it is
 * @param name its path relative to the input, with {@code /}; its own name if it is the input
 * @param bytes its size on disk when it was listed
 * @param format what it is; empty if its name is not that of data
 */
public record InputFile(Path path, String name, long bytes, Optional<TextFormat> format) {
  /**
   * Looks at a file.
   *
   * @param name its path relative to the input, with {@code /}
   * @throws IOException if it cannot be read
   */
  static InputFile of(Path path, String name) throws IOException {
    boolean isData = TextFormat.of(path.getFileName().toString()).isPresent();
    return new InputFile(
        path,
        name,
        SourcePath.bytes(path),
        isData ? Optional.of(TextFormat.of(path)) : Optional.empty());
  }
}
