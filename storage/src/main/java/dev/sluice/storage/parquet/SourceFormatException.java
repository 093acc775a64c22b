package dev.sluice.storage.parquet;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The file is broken or does not fit the mapping: reading it again cannot help, so it is set aside.
 * Any other {@link IOException} of this package is an I/O error, which may pass.
 */
public final class SourceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final String reason;

  /**
   * @param file the file
   * @param reason what is wrong, where in the file, and what is allowed; without the file's name
   */
  public SourceFormatException(Path file, String reason) {
    super(file + ": " + reason);
    this.file = file;
    this.reason = reason;
  }

  SourceFormatException(Path file, String reason, Throwable cause) {
    this(file, reason);
    initCause(cause);
  }

  /** The file that is set aside. */
  public Path file() {
    return file;
  }

  /** What is wrong with it, without its name: the same wherever the file lies. */
  public String reason() {
    return reason;
  }
}
