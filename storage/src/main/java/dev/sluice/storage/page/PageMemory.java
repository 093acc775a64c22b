package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The memory that the pages of one row group, of all its columns together, may use. Claimed before
 * anything is allocated. Not thread-safe.
 */
public final class PageMemory {
  private final long allowed;
  private long held;

  public PageMemory(long allowed) {
    this.allowed = allowed;
  }

  /** Half of the heap, for a reader that works alone. */
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
          "column %s: a page takes %,d bytes to read%s, and %,d are allowed"
              .formatted(
                  column,
                  bytes,
                  held == 0 ? "" : " beside %,d that are taken".formatted(held),
                  allowed));
    }
    held += bytes;
  }

  /** Claims memory in place of some that was claimed before, which stays claimed if this fails. */
  void replace(long before, long bytes, String column) {
    release(before);
    try {
      claim(bytes, column);
    } catch (PageTooLarge e) {
      held += before;
      throw e;
    }
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
   * itself is fine: it can be read with more memory.
   */
  public static final class PagesTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    PagesTooLargeException(Path file, String place, Throwable cause) {
      super(
          "%s: %s: give the command more memory, or leave the file out".formatted(file, place),
          cause);
    }
  }
}
