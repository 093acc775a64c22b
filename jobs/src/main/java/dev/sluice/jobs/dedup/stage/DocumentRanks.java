package dev.sluice.jobs.dedup.stage;

/**
 * Numbers the documents that occur in a pair from 0, in order. First mark all, then number them,
 * then query. Memory: one bit per document, and 4 bytes for every 512. Not thread-safe.
 */
public final class DocumentRanks {
  private static final int WORDS = 8;

  private final long[] marks;
  private final int[] before;
  private int count;

  /**
   * @param documents at most 2^31
   */
  public DocumentRanks(long documents) {
    marks = new long[(int) (documents / Long.SIZE / WORDS + 1) * WORDS];
    before = new int[marks.length / WORDS];
  }

  public void mark(long document) {
    marks[(int) (document >>> 6)] |= 1L << document;
  }

  /** Numbers the documents and returns how many there are. */
  public int number() {
    long all = 0;
    for (int i = 0; i < marks.length; i++) {
      if (i % WORDS == 0) {
        before[i / WORDS] = (int) all;
      }
      all += Long.bitCount(marks[i]);
    }
    count = (int) Math.min(Integer.MAX_VALUE, all);
    return count;
  }

  /** The number of a document that occurs. */
  public int rank(long document) {
    int word = (int) (document >>> 6);
    int rank = before[word / WORDS];
    for (int i = word / WORDS * WORDS; i < word; i++) {
      rank += Long.bitCount(marks[i]);
    }
    return rank + Long.bitCount(marks[word] & (1L << document) - 1);
  }

  /** The first document at or after one that occurs; -1 if there is none. */
  public long next(long document) {
    int word = (int) (document >>> 6);
    if (word >= marks.length) {
      return -1;
    }
    long left = marks[word] & -1L << document;
    while (left == 0) {
      if (++word == marks.length) {
        return -1;
      }
      left = marks[word];
    }
    return ((long) word << 6) + Long.numberOfTrailingZeros(left);
  }

  /** The document with a number. */
  public long document(int rank) {
    int low = 0;
    int high = before.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (before[middle] <= rank) {
        low = middle;
      } else {
        high = middle;
      }
    }
    int left = rank - before[low];
    int word = low * WORDS;
    for (int size = Long.bitCount(marks[word]); left >= size; ) {
      left -= size;
      size = Long.bitCount(marks[++word]);
    }
    long bits = marks[word];
    for (; left > 0; left--) {
      bits &= bits - 1;
    }
    return ((long) word << 6) + Long.numberOfTrailingZeros(bits);
  }
}
