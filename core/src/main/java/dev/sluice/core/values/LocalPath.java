package dev.sluice.core.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Parses local paths. A URL is not a local path: {@code s3://bucket/out} would otherwise be the
 * directory {@code bucket/out} in a directory {@code s3:}.
 */
public final class LocalPath {
  /** The allowed paths, in words for messages. */
  public static final String ALLOWED = "a path (URLs are not supported, not even file://)";

  private static final Pattern URL =
      Pattern.compile("[A-Za-z][0-9A-Za-z+.-]*://.*", Pattern.DOTALL);

  private LocalPath() {}

  /**
   * Parses a path, relative to the working directory.
   *
   * @throws IllegalArgumentException if the text is a URL; the message explains what to do
   * @throws InvalidPathException if no file can have this name
   */
  public static Path of(String text) {
    if (URL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s is a URL, and URLs are not supported here, not even file://; specify the path of a file or directory, such as a mounted bucket"
              .formatted(ShownUrl.of(text)));
    }
    return Path.of(text);
  }
}
