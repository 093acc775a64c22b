package dev.sluice.core.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads paths that a user gives. A URL is none: {@code s3://bucket/out} would otherwise be the
 * directory {@code bucket/out} in a directory {@code s3:}.
 */
public final class LocalPath {
  /** What is allowed, in words. */
  public static final String ALLOWED = "a path (URLs do not work, not even file://)";

  private static final Pattern URL =
      Pattern.compile("[A-Za-z][0-9A-Za-z+.-]*://.*", Pattern.DOTALL);

  private LocalPath() {}

  /**
   * The path, relative to the working directory.
   *
   * @throws IllegalArgumentException for a URL, with what to do about it
   * @throws InvalidPathException where no file can be called so
   */
  public static Path of(String text) {
    if (URL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s is a URL, and URLs do not work here, not even file://: give the path of a file or directory, for example of a mounted bucket"
              .formatted(ShownUrl.of(text)));
    }
    return Path.of(text);
  }
}
