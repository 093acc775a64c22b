package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import java.util.Arrays;
import java.util.List;

/**
 * Applies merges to one word. Of all adjacent pairs that have a merge, the pair with the lowest
 * rank is merged first, and of several such pairs the leftmost. This is repeated until no pair has
 * a merge. For short words, examines all pairs for each merge; for long ones, uses a heap, so that
 * time is the length times its logarithm. Not thread-safe.
 */
final class WordEncoder {
  private static final int SHORT = 48;
  private static final int NOWHERE = -1;

  private final MergeRanks ranks;
  private final int[] tokenOfByte;

  /** The tokens of the word. For each, {@code merges} has the merge with the next token. */
  private int[] tokens = new int[SHORT];

  private long[] merges = new long[SHORT];
  private int size;

  /** Positions of neighbouring tokens in a long word, and the pairs to examine. */
  private int[] previous = new int[0];

  private int[] next = new int[0];
  private long[] heap = new long[0];
  private int heapSize;

  WordEncoder(MergeRanks ranks, int[] tokenOfByte) {
    this.ranks = ranks;
    this.tokenOfByte = tokenOfByte;
  }

  /** Encodes the word. The result is the first {@link #size} elements of {@link #tokens}. */
  void encode(byte[] text, int offset, int length) {
    load(text, offset, length);
    if (length <= SHORT) {
      mergeShort();
    } else {
      mergeLong();
    }
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
    }
    for (int i = 0; i < length; i++) {
      tokens[i] = tokenOfByte[text[offset + i] & 0xFF];
    }
    for (int i = 1; i < length; i++) {
      merges[i - 1] = ranks.of(tokens[i - 1], tokens[i]);
    }
    merges[length - 1] = MergeRanks.NONE;
    size = length;
  }

  private void mergeShort() {
    for (int at = lowest(); merges[at] != MergeRanks.NONE; at = lowest()) {
      tokens[at] = MergeRanks.merged(merges[at]);
      int rest = size - at - 2;
      System.arraycopy(tokens, at + 2, tokens, at + 1, rest);
      System.arraycopy(merges, at + 2, merges, at + 1, rest);
      size--;
      merges[at] = rest > 0 ? ranks.of(tokens[at], tokens[at + 1]) : MergeRanks.NONE;
      if (at > 0) {
        merges[at - 1] = ranks.of(tokens[at - 1], tokens[at]);
      }
    }
  }

  private int lowest() {
    int lowest = 0;
    for (int i = 1; i < size; i++) {
      if (merges[i] < merges[lowest]) {
        lowest = i;
      }
    }
    return lowest;
  }

  private void mergeLong() {
    link();
    while (heapSize > 0) {
      long first = heap[0];
      removeFirst();
      int at = (int) first;
      // A rank belongs to one pair: the same rank at the same position is the same pair.
      if (merges[at] != MergeRanks.NONE && merges[at] >>> 32 == first >>> 32) {
        join(at);
      }
    }
    compact();
  }

  private void link() {
    if (size > next.length) {
      next = new int[tokens.length];
      previous = new int[tokens.length];
    }
    heapSize = 0;
    for (int i = 0; i < size; i++) {
      previous[i] = i - 1;
      next[i] = i + 1 < size ? i + 1 : NOWHERE;
      add(i);
    }
  }

  private void join(int at) {
    int gone = next[at];
    tokens[at] = MergeRanks.merged(merges[at]);
    tokens[gone] = NOWHERE;
    merges[gone] = MergeRanks.NONE;
    next[at] = next[gone];
    if (next[at] != NOWHERE) {
      previous[next[at]] = at;
    }
    look(at);
    if (previous[at] != NOWHERE) {
      look(previous[at]);
    }
  }

  private void look(int at) {
    merges[at] = next[at] == NOWHERE ? MergeRanks.NONE : ranks.of(tokens[at], tokens[next[at]]);
    add(at);
  }

  private void compact() {
    int kept = 0;
    for (int at = 0; at != NOWHERE; at = next[at]) {
      tokens[kept++] = tokens[at];
    }
    size = kept;
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
   * Finds the merge of a pair. It is an open-addressing table that is at most half full. Immutable.
   *
   * <p>Memory: 32 to 64 bytes for each merge.
   */
  static final class MergeRanks {
    /** Means that a pair has no merge. It ranks after all merges. */
    static final long NONE = Long.MAX_VALUE;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /**
     * Two numbers for each slot: the pair plus one, then the rank in the upper half and the merged
     * token in the lower.
     */
    private final long[] slots;

    private final int shift;

    MergeRanks(List<BpeMerge> merges) {
      int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, merges.size()));
      shift = Long.SIZE - bits;
      slots = new long[2 << bits];
      for (int rank = 0; rank < merges.size(); rank++) {
        BpeMerge merge = merges.get(rank);
        int slot = find(merge.pair() + 1);
        slots[slot] = merge.pair() + 1;
        slots[slot + 1] = (long) rank << 32 | merge.merged();
      }
    }

    /**
     * Returns the rank of a pair's merge in the upper half and the merged token in the lower half,
     * or {@link #NONE} if the pair has no merge.
     */
    long of(int left, int right) {
      int slot = find(PairCounts.pair(left, right) + 1);
      return slots[slot] == 0 ? NONE : slots[slot + 1];
    }

    static int merged(long merge) {
      return (int) merge;
    }

    private int find(long key) {
      int mask = slots.length - 1;
      long mixed = key * GOLDEN;
      int slot = (int) ((mixed ^ mixed >>> 32) * GOLDEN >>> shift) << 1;
      while (slots[slot] != key && slots[slot] != 0) {
        slot = (slot + 2) & mask;
      }
      return slot;
    }
  }
}
