package dev.sluice.storage.page;

/**
 * Room for a page as it is stored and as it is unpacked, which one column chunk after the other
 * uses, and the account of what its decoders take. It is as large as the largest page so far. Not
 * thread-safe.
 */
public final class PageBuffers {
  private static final byte[] NONE = {};

  private final PageMemory memory;
  private byte[] stored = NONE;
  private byte[] unpacked = NONE;
  private String column = "";
  private long dictionary;
  private long decoding;

  /** With no room yet, and up to half of the heap. */
  public PageBuffers() {
    this(PageMemory.ofHeap());
  }

  public PageBuffers(PageMemory memory) {
    this.memory = memory;
  }

  /** The room there is, in bytes. */
  public long bytes() {
    return (long) stored.length + unpacked.length;
  }

  /** A column chunk begins. */
  void beginChunk(ColumnChunkSpan span) {
    endChunk();
    column = span.path();
  }

  /** What was decoded of the chunk is gone. */
  public void endChunk() {
    beginPage();
    memory.release(dictionary);
    dictionary = 0;
  }

  /** A page begins: what was decoded of the one before is gone. */
  void beginPage() {
    memory.release(decoding);
    decoding = 0;
  }

  /**
   * Says that decoders will take so many bytes for the page.
   *
   * @throws PageMemory.PageTooLarge when they are not there
   */
  void decode(long bytes) {
    memory.claim(bytes, column);
    decoding += bytes;
  }

  /** The same of the chunk's dictionary. */
  void decodeDictionary(long bytes) {
    memory.claim(bytes, column);
    dictionary += bytes;
  }

  /** The room for stored bytes, whatever is in it. */
  byte[] stored() {
    return stored;
  }

  /** Room for so many stored bytes; what was in it may be gone. */
  byte[] stored(int bytes) {
    if (stored.length < bytes) {
      memory.release(stored.length);
      stored = NONE;
      memory.claim(bytes, column);
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
      memory.release(unpacked.length);
      unpacked = NONE;
      memory.claim(bytes, column);
      unpacked = new byte[bytes];
    }
    return unpacked;
  }
}
