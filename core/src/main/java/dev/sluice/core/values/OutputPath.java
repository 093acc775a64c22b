package dev.sluice.core.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Parses paths to which Sluice writes. These are local paths, or URLs of writable file systems that
 * Sluice includes, such as {@code s3://bucket/prefix}.
 */
public final class OutputPath {
  /** The allowed paths, in words for messages. */
  public static final String ALLOWED = "a path, or s3://bucket/prefix";

  private OutputPath() {}

  /**
   * Parses a path. Relative paths are relative to the working directory.
   *
   * @throws IllegalArgumentException if the text is {@code -}, or a URL that cannot be written to;
   *     the message explains what to do
   * @throws InvalidPathException if no file can have this name
   */
  public static Path of(String text) {
    if (text.equals("-")) {
      throw new IllegalArgumentException("-: standard output is not supported; specify " + ALLOWED);
    }
    Path path = InputPath.of(text);
    if (path.getFileSystem().isReadOnly()) {
      throw new IllegalArgumentException(
          "%s is read-only; specify %s".formatted(ShownUrl.of(text), ALLOWED));
    }
    return path;
  }
}
