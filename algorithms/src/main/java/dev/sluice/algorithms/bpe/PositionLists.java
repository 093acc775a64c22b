package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Stores lists of ascending positions. Each position is stored as its difference from the previous
 * one, with seven bits per byte. A list is written into pages of 256 bytes. When it is finished, a
 * short list is moved to a range of exactly its length; a longer list keeps its pages until it is
 * released, and other lists can then use these pages.
 *
 * <p>Memory: usually one to three bytes for each position, in chunks of 256 KiB. Not thread-safe.
 */
final class PositionLists {
  /**
   * The logarithm of the size of a chunk: small chunks waste little space at the end, and memory
   * grows in small steps.
   */
  private static final int CHUNK_BITS = 18;

  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int PAGE = 256;

  /** The size of the number of the next page, with which a page starts. */
  private static final int LINK = Integer.BYTES;

  /**
   * Space for a difference of up to nine bytes, and for the mark of a next page or of the list's
   * end.
   */
  private static final int RESERVED = 9 + 2;

  private static final int NONE = -1;
  private static final byte END = 0;

  private byte[][] chunks = new byte[16][];
  private int used;

  /** The free ranges of the current chunk for moved lists and of the current chunk for pages. */
  private long shortAt;

  private long shortEnd;
  private long pageAt;
  private long pageEnd;
  private int freePage = NONE;

  /** Begins a list, and returns the address for its first position. */
  long begin() {
    return start(page());
  }

  /**
   * Adds a difference, at least 1, to a list that is not finished. The first difference is the
   * position plus one. Returns the address for the next difference.
   */
  long append(long at, long difference) {
    long to = PAGE - offset(at) % PAGE < RESERVED ? toNextPage(at) : at;
    int offset = offset(to);
    return to + Bytes.writeVarint(chunk(to), offset, difference) - offset;
  }

  /**
   * Writes a difference of 0 in two bytes, which means that the list continues on the next page.
   */
  private long toNextPage(long at) {
    int page = page();
    byte[] chunk = chunk(at);
    int offset = offset(at);
    chunk[offset] = (byte) 0x80;
    chunk[offset + 1] = END;
    Bytes.writeInt(chunk, offset & -PAGE, page);
    return start(page);
  }

  /**
   * Finishes a list and returns its address.
   *
   * @param first the address at which the list began
   * @param at the address for a next position
   */
  long finish(long first, long at) {
    chunk(at)[offset(at)] = END;
    if (at / PAGE != first / PAGE) {
      return ~first;
    }
    int length = (int) (at - first) + 1;
    long list = allocate(length);
    System.arraycopy(chunk(first), offset(first), chunk(list), offset(list), length);
    release(~first);
    return list;
  }

  /** Creates a finished list of one position. */
  long of(long place) {
    int length = Bytes.varintSize(place + 1) + 1;
    long list = allocate(length);
    byte[] chunk = chunk(list);
    chunk[Bytes.writeVarint(chunk, offset(list), place + 1)] = END;
    return list;
  }

  /** Allocates space for a short list. */
  private long allocate(int length) {
    if (length > shortEnd - shortAt) {
      shortAt = newChunk();
      shortEnd = shortAt + CHUNK;
    }
    long list = shortAt;
    shortAt += length;
    return list;
  }

  /** Discards an unfinished list that began at this address. */
  void discard(long first) {
    release(~first);
  }

  /** Passes all positions of a list. */
  void forEach(long list, LongConsumer action) {
    long at = list < 0 ? ~list : list;
    byte[] chunk = chunk(at);
    int offset = offset(at);
    long place = -1;
    while (true) {
      long difference = chunk[offset++];
      if (difference < 0) {
        difference &= 0x7F;
        int next;
        int shift = 7;
        do {
          next = chunk[offset++];
          difference |= (long) (next & 0x7F) << shift;
          shift += 7;
        } while (next < 0);
        if (difference == 0) {
          at = start(Bytes.readInt(chunk, offset - 1 & -PAGE));
          chunk = chunk(at);
          offset = offset(at);
          continue;
        }
      } else if (difference == END) {
        return;
      }
      place += difference;
      action.accept(place);
    }
  }

  /** Releases the pages of a finished list. The space of a short list remains in use. */
  void release(long list) {
    if (list >= 0) {
      return;
    }
    int page = (int) (~list / PAGE);
    while (page != NONE) {
      int next = next(page);
      link(page, freePage);
      freePage = page;
      page = next;
    }
  }

  /** Returns a page that no list uses and that no page follows. */
  private int page() {
    int page = freePage;
    if (page != NONE) {
      freePage = next(page);
    } else {
      if (pageAt == pageEnd) {
        pageAt = newChunk();
        pageEnd = pageAt + CHUNK;
      }
      page = Math.toIntExact(pageAt / PAGE);
      pageAt += PAGE;
    }
    link(page, NONE);
    return page;
  }

  private static long start(int page) {
    return (long) page * PAGE + LINK;
  }

  private int next(int page) {
    long at = (long) page * PAGE;
    return Bytes.readInt(chunk(at), offset(at));
  }

  private void link(int page, int next) {
    long at = (long) page * PAGE;
    Bytes.writeInt(chunk(at), offset(at), next);
  }

  private long newChunk() {
    if (used == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * used);
    }
    chunks[used] = new byte[CHUNK];
    return (long) used++ << CHUNK_BITS;
  }

  private byte[] chunk(long at) {
    return chunks[(int) (at >>> CHUNK_BITS)];
  }

  private static int offset(long at) {
    return (int) at & CHUNK - 1;
  }

  /** Returns the memory of all lists in bytes. */
  long heapBytes() {
    return (long) used << CHUNK_BITS;
  }
}
