package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/** A row takes more memory than it was given. */
public final class RowTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long row;
  private final long bytes;
  private final long allowed;

  public RowTooLargeException(Path file, long row, long bytes, long allowed) {
    super(
        "%s: row %d takes %d bytes as a record, allowed are %d"
            .formatted(file, row, bytes, allowed));
    this.file = file;
    this.row = row;
    this.bytes = bytes;
    this.allowed = allowed;
  }

  /** The file it is in. */
  public Path file() {
    return file;
  }

  /** Its number in the file, from 0. */
  public long row() {
    return row;
  }

  /** The bytes of its record. */
  public long bytes() {
    return bytes;
  }

  /** The bytes that a record may have. */
  public long allowed() {
    return allowed;
  }
}
