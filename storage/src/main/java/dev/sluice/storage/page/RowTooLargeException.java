package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a row needs more memory than is available. */
public final class RowTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final long row;
  private final long bytes;
  private final long allowed;

  public RowTooLargeException(Path file, long row, long bytes, long allowed) {
    super(
        "%s: row %d takes %d bytes as a record, and at most %d are allowed"
            .formatted(file, row, bytes, allowed));
    this.file = file;
    this.row = row;
    this.bytes = bytes;
    this.allowed = allowed;
  }

  /** The row's file. */
  public Path file() {
    return file;
  }

  /** Index of the row in the file. */
  public long row() {
    return row;
  }

  /** Size of its record. */
  public long bytes() {
    return bytes;
  }

  /** Maximum size of a record. */
  public long allowed() {
    return allowed;
  }
}
