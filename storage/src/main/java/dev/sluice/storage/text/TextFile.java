package dev.sluice.storage.text;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A file of an input.
 *
 * @param path where it is
 * @param name its path relative to the input, with {@code /}; its own name if it is the input
 * @param format what it is
 * @param bytes its size on disk when it was listed
 */
public record TextFile(Path path, String name, TextFormat format, long bytes) {
  /** Requires all components. */
  public TextFile {
    requireNonNull(path, "path");
    requireNonNull(name, "name");
    requireNonNull(format, "format");
    if (bytes < 0) {
      throw new IllegalArgumentException("%s: %d bytes".formatted(name, bytes));
    }
  }
}
