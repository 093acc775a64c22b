package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Lists of ascending places, each stored as the difference from the previous one with seven bits a
 * byte. A list is written into pages of 256 bytes. When it is finished, a short one is moved to a
 * place of its own length; a longer one keeps its pages until it is released, and then others get
 * them.
 *
 * <p>Memory: usually one to three bytes for each place, in chunks of 256 KiB. Not thread-safe.
 */
final class PositionLists {
  /** Small chunks waste little space at the end, and grow in small steps. */
  private static final int CHUNK_BITS = 18;

  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int PAGE = 256;

  /** A page starts with the number of the next one. */
  private static final int LINK = Integer.BYTES;

  /** Space for a difference of up to nine bytes, and for the mark of a next page or of the end. */
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

  /** Begins a list, and returns where its first place is to be written. */
  long begin() {
    return start(page());
  }

  /**
   * Adds a difference, at least 1, to a list that is not finished. The first one is the place plus
   * one. Returns where the next one is to be written.
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
   * @param first where it began
   * @param at where the next place would be written
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

  /** A finished list of one place. */
  long of(long place) {
    int length = Bytes.varintSize(place + 1) + 1;
    long list = allocate(length);
    byte[] chunk = chunk(list);
    chunk[Bytes.writeVarint(chunk, offset(list), place + 1)] = END;
    return list;
  }

  /** Space for a short list. */
  private long allocate(int length) {
    if (length > shortEnd - shortAt) {
      shortAt = newChunk();
      shortEnd = shortAt + CHUNK;
    }
    long list = shortAt;
    shortAt += length;
    return list;
  }

  /** Abandons an unfinished list that began here. */
  void discard(long first) {
    release(~first);
  }

  /** Passes all places of a list. */
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

  /** A page that no list uses, and that no other follows. */
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

  /** Memory of all lists. */
  long heapBytes() {
    return (long) used << CHUNK_BITS;
  }
}
