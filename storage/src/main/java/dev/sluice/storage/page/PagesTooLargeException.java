package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown if the pages of a row group, or a footer, need more memory than is available. The file
 * itself is fine: it can be read with more memory.
 */
public final class PagesTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  PagesTooLargeException(Path file, String place, Throwable cause) {
    super(
        "%s: %s: give the command more memory, or leave the file out".formatted(file, place),
        cause);
  }
}
