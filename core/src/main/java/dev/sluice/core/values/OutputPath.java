package dev.sluice.core.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Reads paths that a user gives to write to: of this machine, or of a file system that the program
 * brings along and that can be written, such as {@code s3://bucket/prefix}.
 */
public final class OutputPath {
  /** What is allowed, in words. */
  public static final String ALLOWED = "a path, or s3://bucket/prefix";

  private OutputPath() {}

  /**
   * The path; relative ones are relative to the working directory.
   *
   * @throws IllegalArgumentException for a URL that cannot be written to, and for {@code -}, with
   *     what to do about it
   * @throws InvalidPathException where no file can be called so
   */
  public static Path of(String text) {
    if (text.equals("-")) {
      throw new IllegalArgumentException(
          "- stands for standard output elsewhere, but Sluice writes files: give " + ALLOWED);
    }
    Path path = InputPath.of(text);
    if (path.getFileSystem().isReadOnly()) {
      throw new IllegalArgumentException(
          "%s can only be read: give %s".formatted(ShownUrl.of(text), ALLOWED));
    }
    return path;
  }
}
