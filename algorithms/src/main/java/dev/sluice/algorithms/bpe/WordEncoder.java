package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import dev.sluice.core.Bytes;
import java.util.Arrays;
import java.util.List;

/**
 * Applies merges to one word. Of all adjacent pairs that have a merge, the pair with the lowest
 * rank is merged first, and of several such pairs the leftmost. This is repeated until no pair has
 * a merge. For short words, examines all pairs for each merge; for long ones, uses a heap, so that
 * time is the length times its logarithm. Not thread-safe.
 */
final class WordEncoder {
  /** The maximum length of a short word, so that its positions fit into {@link #POSITION_BITS}. */
  private static final int SHORT = 48;

  private static final int POSITION_BITS = 6;
  private static final int NOWHERE = -1;

  /** A key of at least this value means that its position has no merge. */
  private static final int NO_KEY = MergeRanks.MAX_MERGES << POSITION_BITS;

  private final MergeRanks ranks;

  /**
   * The tokens of the word, each at the position of its first byte, and the merge of each with the
   * next token. Tokens keep their positions until all merges are applied.
   */
  private int[] tokens = new int[SHORT];

  private long[] merges = new long[SHORT];
  private int[] previous = new int[SHORT];
  private int[] next = new int[SHORT];
  private int size;

  /**
   * In a short word, the rank of the merge at each position, with the position in the low bits: the
   * lowest key is the next merge.
   */
  private final int[] keys = new int[SHORT];

  /** The pairs of a long word that are to be examined, each a rank and a position. */
  private long[] heap = new long[0];

  private int heapSize;

  WordEncoder(MergeRanks ranks) {
    this.ranks = ranks;
  }

  /** Encodes the word. The result is the first {@link #size} elements of {@link #tokens}. */
  void encode(byte[] text, int offset, int length) {
    load(text, offset, length);
    if (length <= SHORT) {
      mergeShort(length);
    } else {
      mergeLong(length);
    }
    compact();
  }

  int[] tokens() {
    return tokens;
  }

  int size() {
    return size;
  }

  private void load(byte[] text, int offset, int length) {
    if (length > tokens.length) {
      tokens = new int[Math.max(length, 2 * tokens.length)];
      merges = new long[tokens.length];
      previous = new int[tokens.length];
      next = new int[tokens.length];
    }
    int last = length - 1;
    for (int i = 0; i < last; i++) {
      int left = text[offset + i] & 0xFF;
      tokens[i] = ranks.ofByte(left);
      merges[i] = ranks.ofBytes(left, text[offset + i + 1] & 0xFF);
      previous[i] = i - 1;
      next[i] = i + 1;
    }
    tokens[last] = ranks.ofByte(text[offset + last] & 0xFF);
    merges[last] = MergeRanks.NONE;
    previous[last] = last - 1;
    next[last] = NOWHERE;
  }

  private void mergeShort(int length) {
    for (int i = 0; i < length; i++) {
      keys[i] = key(i);
    }
    for (int lowest = lowest(length); lowest < NO_KEY; lowest = lowest(length)) {
      int at = lowest & (1 << POSITION_BITS) - 1;
      keys[next[at]] = NO_KEY;
      join(at);
      keys[at] = key(at);
      if (at > 0) {
        keys[previous[at]] = key(previous[at]);
      }
    }
  }

  private int key(int at) {
    return (int) (merges[at] >>> 32) << POSITION_BITS | at;
  }

  private int lowest(int length) {
    int lowest = keys[0];
    for (int i = 1; i < length; i++) {
      lowest = Math.min(lowest, keys[i]);
    }
    return lowest;
  }

  private void mergeLong(int length) {
    heapSize = 0;
    for (int i = 0; i < length; i++) {
      add(i);
    }
    while (heapSize > 0) {
      long first = heap[0];
      removeFirst();
      int at = (int) first;
      // A rank belongs to one pair: the same rank at the same position is the same pair.
      if (merges[at] >>> 32 == first >>> 32) {
        join(at);
        add(at);
        if (at > 0) {
          add(previous[at]);
        }
      }
    }
  }

  /** Merges the token at this position with the next one, and looks up the merges on both sides. */
  private void join(int at) {
    int gone = next[at];
    tokens[at] = MergeRanks.merged(merges[at]);
    merges[gone] = MergeRanks.NONE;
    next[at] = next[gone];
    if (next[at] == NOWHERE) {
      merges[at] = MergeRanks.NONE;
    } else {
      previous[next[at]] = at;
      merges[at] = ranks.of(tokens[at], tokens[next[at]]);
    }
    if (at > 0) {
      merges[previous[at]] = ranks.of(tokens[previous[at]], tokens[at]);
    }
  }

  private void compact() {
    size = 0;
    for (int at = 0; at != NOWHERE; at = next[at]) {
      tokens[size++] = tokens[at];
    }
  }

  private void add(int place) {
    if (merges[place] == MergeRanks.NONE) {
      return;
    }
    if (heapSize == heap.length) {
      heap = Arrays.copyOf(heap, Math.max(2 * SHORT, 2 * heapSize));
    }
    long added = merges[place] & ~0xFFFFFFFFL | place;
    int at = heapSize++;
    while (at > 0 && added < heap[(at - 1) >> 1]) {
      heap[at] = heap[(at - 1) >> 1];
      at = (at - 1) >> 1;
    }
    heap[at] = added;
  }

  private void removeFirst() {
    long last = heap[--heapSize];
    int at = 0;
    for (int child = 1; child < heapSize; child = 2 * at + 1) {
      if (child + 1 < heapSize && heap[child + 1] < heap[child]) {
        child++;
      }
      if (last <= heap[child]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
  }

  /**
   * Finds the merge of a pair. Pairs of bytes have a table of their own; other pairs are in an
   * open-addressing table that is at most half full. Most pairs have no merge: a small set of
   * hashes, which fits into a processor's cache for usual vocabularies, shows this for nearly all
   * of them. Immutable.
   *
   * <p>Memory: 34 to 68 bytes for each merge, and 512 KiB for the pairs of bytes.
   */
  static final class MergeRanks {
    /** The maximum number of merges. */
    static final int MAX_MERGES = (1 << Integer.SIZE - 1 - POSITION_BITS) - 1;

    /** Means that a pair has no merge. It ranks after all merges. */
    static final long NONE = (long) MAX_MERGES << 32;

    /** The logarithm of the number of bits of {@link #present} for each slot. */
    private static final int PRESENT_BITS = 3;

    /**
     * Two numbers for each slot: the pair plus one, then the rank in the upper half and the merged
     * token in the lower.
     */
    private final long[] slots;

    /** A bit for each value of the upper bits of a hash: whether a pair with such a hash exists. */
    private final long[] present;

    private final int shift;
    private final int[] tokenOfByte;
    private final long[] ofBytes = new long[1 << 16];

    /**
     * @param merges the merges in the order of their ranks
     * @param tokenOfByte the token of each byte
     * @throws IllegalArgumentException if there are more than {@link #MAX_MERGES}
     */
    MergeRanks(List<BpeMerge> merges, int[] tokenOfByte) {
      if (merges.size() > MAX_MERGES) {
        throw new IllegalArgumentException(
            "%,d merges; at most %,d are possible".formatted(merges.size(), MAX_MERGES));
      }
      int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, merges.size()));
      shift = Long.SIZE - bits;
      slots = new long[2 << bits];
      present = new long[Math.max(1, (1 << bits + PRESENT_BITS) / Long.SIZE)];
      for (int rank = 0; rank < merges.size(); rank++) {
        BpeMerge merge = merges.get(rank);
        long hash = Bytes.spread(merge.pair() + 1);
        int slot = find(merge.pair() + 1, hash);
        int bit = bit(hash);
        present[bit >>> 6] |= 1L << bit;
        slots[slot] = merge.pair() + 1;
        slots[slot + 1] = (long) rank << 32 | merge.merged();
      }
      this.tokenOfByte = tokenOfByte;
      for (int pair = 0; pair < ofBytes.length; pair++) {
        ofBytes[pair] = of(tokenOfByte[pair >> 8], tokenOfByte[pair & 0xFF]);
      }
    }

    /** Returns the token of a byte, 0 to 255. */
    int ofByte(int b) {
      return tokenOfByte[b];
    }

    /** Returns the same as {@link #of} for the tokens of two bytes, 0 to 255. */
    long ofBytes(int left, int right) {
      return ofBytes[left << 8 | right];
    }

    /**
     * Returns the rank of a pair's merge in the upper half and the merged token in the lower half,
     * or {@link #NONE} if the pair has no merge.
     */
    long of(int left, int right) {
      long key = PairCounts.pair(left, right) + 1;
      long hash = Bytes.spread(key);
      int bit = bit(hash);
      if ((present[bit >>> 6] >>> bit & 1) == 0) {
        return NONE;
      }
      int slot = find(key, hash);
      return slots[slot] == 0 ? NONE : slots[slot + 1];
    }

    static int merged(long merge) {
      return (int) merge;
    }

    private int bit(long hash) {
      return (int) (hash >>> shift - PRESENT_BITS);
    }

    private int find(long key, long hash) {
      int mask = slots.length - 1;
      int slot = (int) (hash >>> shift) << 1;
      while (slots[slot] != key && slots[slot] != 0) {
        slot = (slot + 2) & mask;
      }
      return slot;
    }
  }
}
