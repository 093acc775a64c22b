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
   * @throws IOException if its size cannot be read
   */
  static InputFile of(Path path, String name) throws IOException {
    Optional<TextFormat> named = TextFormat.of(path.getFileName().toString());
    return new InputFile(
        path, name, SourcePath.bytes(path), named.map(format -> format(path, format)));
  }

  /** If the file cannot be read now, whoever reads it says so. */
  private static TextFormat format(Path path, TextFormat named) {
    try {
      return TextFormat.of(path);
    } catch (IOException e) {
      return named;
    }
  }
}
