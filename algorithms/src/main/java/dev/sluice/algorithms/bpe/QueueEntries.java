package dev.sluice.algorithms.bpe;

import java.util.Arrays;

/**
 * Stores pairs as entries in linked chains. Each entry holds the address of the pair's list. The
 * numbers of removed entries are reused.
 *
 * <p>Memory: 20 bytes for each entry. Not thread-safe.
 */
final class QueueEntries {
  /** Marks the end of a chain. */
  static final int NONE = -1;

  private static final int CHUNK_BITS = 13;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Pairs and lists, alternately. */
  private long[][] chunks = new long[16][];

  private int[][] nexts = new int[16][];
  private int used;
  private int free = NONE;

  /** Adds an entry that is not yet in a chain, and returns its number. */
  int add(long pair, long list) {
    int entry = free;
    if (entry != NONE) {
      free = next(entry);
    } else {
      entry = used;
      used = Math.incrementExact(used);
      if ((entry & CHUNK - 1) == 0) {
        addChunk(entry >>> CHUNK_BITS);
      }
    }
    long[] chunk = chunks[entry >>> CHUNK_BITS];
    chunk[index(entry)] = pair;
    chunk[index(entry) + 1] = list;
    return entry;
  }

  private void addChunk(int number) {
    if (number == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * number);
      nexts = Arrays.copyOf(nexts, 2 * number);
    }
    chunks[number] = new long[2 * CHUNK];
    nexts[number] = new int[CHUNK];
  }

  /** Removes an entry that is not in a chain. */
  void remove(int entry) {
    link(entry, free);
    free = entry;
  }

  long pair(int entry) {
    return chunks[entry >>> CHUNK_BITS][index(entry)];
  }

  /** Returns the address of the pair's list. */
  long list(int entry) {
    return chunks[entry >>> CHUNK_BITS][index(entry) + 1];
  }

  /** Changes the list of the entry's pair. */
  void relist(int entry, long list) {
    chunks[entry >>> CHUNK_BITS][index(entry) + 1] = list;
  }

  /** Returns the next entry of the chain, or {@link #NONE}. */
  int next(int entry) {
    return nexts[entry >>> CHUNK_BITS][entry & CHUNK - 1];
  }

  /** Puts an entry before the first entry of a chain. */
  void link(int entry, int next) {
    nexts[entry >>> CHUNK_BITS][entry & CHUNK - 1] = next;
  }

  private static int index(int entry) {
    return (entry & CHUNK - 1) << 1;
  }

  /** Returns the memory of all entries in bytes. */
  long heapBytes() {
    return ((long) used + CHUNK) * (2 * Long.BYTES + Integer.BYTES);
  }
}
