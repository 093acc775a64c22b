package dev.sluice.storage.page;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Provides reusable memory for a stored page, an uncompressed page and a dictionary. It also
 * accounts for what decoders allocate. Each buffer is as large as its largest content so far. Not
 * thread-safe.
 */
public final class PageBuffers {
  private static final byte[] NONE = {};

  /** The size if no page is whole in both arrays. A page may be empty. */
  private static final int NO_PAGE = -1;

  private final PageMemory memory;
  private byte[] stored = NONE;
  private byte[] unpacked = NONE;
  private byte[] dictionary = NONE;
  private String column = "";
  private long entries;
  private long decoding;
  private int storedFrom;
  private int storedBytes;
  private int unpackedBytes = NO_PAGE;

  /** Creates empty buffers. Pages may use half of the heap. */
  public PageBuffers() {
    this(PageMemory.ofHeap());
  }

  public PageBuffers(PageMemory memory) {
    this.memory = memory;
  }

  /** Returns the allocated size. */
  public long bytes() {
    return (long) stored.length + unpacked.length + dictionary.length;
  }

  /** Starts a column chunk. */
  void beginChunk(ColumnChunkSpan span) {
    endChunk();
    column = span.path();
  }

  /** Releases the memory of the chunk's decoded values. */
  public void endChunk() {
    beginPage();
    memory.release(entries);
    entries = 0;
  }

  /** Starts a page, and releases the decoded values of the previous page. */
  void beginPage() {
    memory.release(decoding);
    decoding = 0;
    unpackedBytes = NO_PAGE;
  }

  /** Notes that the current page is whole in both arrays: where it is stored, and its sizes. */
  void holdPage(int storedFrom, int storedBytes, int unpackedBytes) {
    this.storedFrom = storedFrom;
    this.storedBytes = storedBytes;
    this.unpackedBytes = unpackedBytes;
  }

  /** Returns the stored form of the current page if it has this content when uncompressed. */
  Optional<ByteBuffer> storedForm(byte[] content, int length) {
    return length == unpackedBytes && Arrays.equals(unpacked, 0, length, content, 0, length)
        ? Optional.of(ByteBuffer.wrap(stored, storedFrom, storedBytes))
        : Optional.empty();
  }

  /**
   * Claims memory that decoders will allocate for the page.
   *
   * @throws PageMemory.PageTooLarge if this memory is not available
   */
  void decode(long bytes) {
    memory.claim(bytes, column);
    decoding += bytes;
  }

  /**
   * Returns an array for the chunk's uncompressed dictionary. Its content is valid until the next
   * chunk.
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

  /** Returns the array for stored bytes, with its current content. */
  byte[] stored() {
    return stored;
  }

  /** Returns an array for this many stored bytes. The previous content may be lost. */
  byte[] stored(int bytes) {
    if (stored.length < bytes) {
      memory.release(stored.length);
      stored = NONE; // so that only one of the two arrays is in memory
      stored = claimed(bytes);
    }
    return stored;
  }

  /** Returns the array for an uncompressed page, with its current content. */
  byte[] unpacked() {
    return unpacked;
  }

  /** Returns an array for an uncompressed page of this size. The previous content may be lost. */
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

  /** Detaches the uncompressed page. The next page gets a new array. */
  public void detachPage() {
    memory.release(unpacked.length);
    unpacked = NONE;
    unpackedBytes = NO_PAGE;
  }
}
