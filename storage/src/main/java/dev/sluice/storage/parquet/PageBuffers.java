package dev.sluice.storage.parquet;

/**
 * Room for a page as it is stored and as it is unpacked, which one column chunk after the other
 * uses. It is as large as the largest page so far. Not thread-safe.
 */
public final class PageBuffers {
  private byte[] stored = new byte[0];
  private byte[] unpacked = new byte[0];

  /** With no room yet. */
  public PageBuffers() {}

  /** The room there is, in bytes. */
  long bytes() {
    return (long) stored.length + unpacked.length;
  }

  /** The room for stored bytes, whatever is in it. */
  byte[] stored() {
    return stored;
  }

  /** Room for so many stored bytes; what was in it may be gone. */
  byte[] stored(int bytes) {
    if (stored.length < bytes) {
      stored = new byte[bytes];
    }
    return stored;
  }

  /** The room for an unpacked page, whatever is in it. */
  byte[] unpacked() {
    return unpacked;
  }

  /** Room for a page that unpacks to so many bytes; what was in it may be gone. */
  byte[] unpacked(int bytes) {
    if (unpacked.length < bytes) {
      unpacked = new byte[bytes];
    }
    return unpacked;
  }
}
