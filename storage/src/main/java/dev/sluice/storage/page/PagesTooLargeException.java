package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The pages of a row group, or a footer, take more memory than reading was given. Nothing is wrong
 * with the file: with more memory it can be read.
 */
public final class PagesTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  PagesTooLargeException(Path file, String place, Throwable cause) {
    super(
        "%s: %s: give the command more memory, or leave the file out".formatted(file, place),
        cause);
  }
}
