package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The memory that the pages of all columns of one row group may use together. It is claimed before
 * anything is allocated. Not thread-safe.
 */
public final class PageMemory {
  private final long allowed;
  private long held;

  public PageMemory(long allowed) {
    this.allowed = allowed;
  }

  /** Returns half of the heap, for a reader that works alone. */
  public static PageMemory ofHeap() {
    return new PageMemory(Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Claims memory until {@link #release}.
   *
   * @param column for messages
   * @throws PageTooLarge if it is not available
   */
  void claim(long bytes, String column) {
    if (bytes > allowed - held) {
      throw new PageTooLarge(
          "column %s: reading a page takes %,d bytes%s, but at most %,d are allowed"
              .formatted(
                  column,
                  bytes,
                  held == 0 ? "" : " in addition to %,d in use".formatted(held),
                  allowed));
    }
    held += bytes;
  }

  void release(long bytes) {
    held -= bytes;
  }

  /** Thrown if a claim is refused. */
  static final class PageTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PageTooLarge(String what) {
      super(what);
    }
  }

  /**
   * Thrown if the pages of a row group, or a footer, need more memory than is available. The file
   * is not broken: it can be read with more memory.
   */
  public static final class PagesTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    PagesTooLargeException(Path file, String place, Throwable cause) {
      super(
          "%s: %s: increase the memory of the command, or omit the file".formatted(file, place),
          cause);
    }
  }
}
