package dev.sluice.storage.text;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * One file of an input.
 *
 * @param path where it is
 * @param name its path below the input that led to it, with {@code /}; its own name where it was
 *     given by itself
 * @param format what it is
 * @param bytes its size on disk when it was found
 */
public record TextFile(Path path, String name, TextFormat format, long bytes) {
  /** Checks that everything is there. */
  public TextFile {
    requireNonNull(path, "path");
    requireNonNull(name, "name");
    requireNonNull(format, "format");
    if (bytes < 0) {
      throw new IllegalArgumentException("%s: %d bytes".formatted(name, bytes));
    }
  }
}
