package dev.sluice.storage.page;

/**
 * Reusable memory for a stored page, an uncompressed one and a dictionary, and the accounting of
 * what decoders allocate. As large as the largest of each so far. Not thread-safe.
 */
public final class PageBuffers {
  private static final byte[] NONE = {};

  private final PageMemory memory;
  private byte[] stored = NONE;
  private byte[] unpacked = NONE;
  private byte[] dictionary = NONE;
  private String column = "";
  private long entries;
  private long decoding;

  /** Starts empty; pages may use half of the heap. */
  public PageBuffers() {
    this(PageMemory.ofHeap());
  }

  public PageBuffers(PageMemory memory) {
    this.memory = memory;
  }

  /** Allocated size. */
  public long bytes() {
    return (long) stored.length + unpacked.length + dictionary.length;
  }

  /** Starts a column chunk. */
  void beginChunk(ColumnChunkSpan span) {
    endChunk();
    column = span.path();
  }

  /** Releases the memory of decoded values of the chunk. */
  public void endChunk() {
    beginPage();
    memory.release(entries);
    entries = 0;
  }

  /** Starts a page, and releases what was decoded of the previous one. */
  void beginPage() {
    memory.release(decoding);
    decoding = 0;
  }

  /**
   * Claims memory that decoders will allocate for the page.
   *
   * @throws PageMemory.PageTooLarge if it is not available
   */
  void decode(long bytes) {
    memory.claim(bytes, column);
    decoding += bytes;
  }

  /**
   * An array for the chunk's uncompressed dictionary; its content is valid until the next chunk.
   *
   * @param objects memory that decoders will allocate for its entries
   */
  byte[] dictionary(int bytes, long objects) {
    memory.claim(objects, column);
    entries += objects;
    if (dictionary.length < bytes) {
      memory.release(dictionary.length);
      dictionary = NONE;
      dictionary = claimed(bytes);
    }
    return dictionary;
  }

  /** The array for stored bytes, with its current content. */
  byte[] stored() {
    return stored;
  }

  /** An array for this many stored bytes; its content may be lost. */
  byte[] stored(int bytes) {
    if (stored.length < bytes) {
      memory.release(stored.length);
      stored = NONE; // so that only one of both arrays is in memory
      stored = claimed(bytes);
    }
    return stored;
  }

  /** The array for an uncompressed page, with its current content. */
  byte[] unpacked() {
    return unpacked;
  }

  /** An array for an uncompressed page of this size; its content may be lost. */
  byte[] unpacked(int bytes) {
    if (unpacked.length < bytes) {
      memory.release(unpacked.length);
      unpacked = NONE;
      unpacked = claimed(bytes);
    }
    return unpacked;
  }

  private byte[] claimed(int bytes) {
    memory.claim(bytes, column);
    return new byte[bytes];
  }

  /** Detaches the uncompressed page: the next page gets another array. */
  public void detachPage() {
    memory.release(unpacked.length);
    unpacked = NONE;
  }
}
