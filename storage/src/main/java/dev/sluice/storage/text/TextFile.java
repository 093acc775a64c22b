package dev.sluice.storage.text;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A file of an input.
 *
 * @param path the path of the file
 * @param name its path relative to the input, with {@code /}; the file's name if the file is the
 *     input
 * @param format its format
 * @param bytes its size on disk when it was listed
 */
public record TextFile(Path path, String name, TextFormat format, long bytes) {
  /** Requires all components. */
  public TextFile {
    requireNonNull(path, "path");
    requireNonNull(name, "name");
    requireNonNull(format, "format");
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "%s: the size is negative: %d bytes".formatted(name, bytes));
    }
  }
}
