package dev.sluice.algorithms.words;

import dev.sluice.core.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Merges several sources. Equal words become one word with the sum of their counts. */
final class WordMerger implements WordSource {
  /**
   * A heap of sources, ordered by their current words; {@code beginnings} holds the first bytes of
   * these words for fast comparison.
   */
  private final WordSource[] heap;

  private final long[] beginnings;
  private int size;
  private byte[] word = new byte[64];
  private int length;
  private long count;

  WordMerger(List<WordSource> sources) throws IOException {
    heap = new WordSource[sources.size()];
    beginnings = new long[sources.size()];
    for (WordSource source : sources) {
      if (source.next()) {
        heap[size++] = source;
      }
    }
    for (int at = size - 1; at >= 0; at--) {
      beginnings[at] = beginning(heap[at]);
      siftDown(at);
    }
  }

  @Override
  public boolean next() throws IOException {
    if (size == 0) {
      return false;
    }
    WordSource first = heap[0];
    length = first.length();
    if (length > word.length) {
      word = new byte[Math.max(length, 2 * word.length)];
    }
    System.arraycopy(first.bytes(), first.offset(), word, 0, length);
    count = first.count();
    advance();
    while (size > 0 && isCurrent(heap[0])) {
      count += heap[0].count();
      advance();
    }
    return true;
  }

  private boolean isCurrent(WordSource source) {
    int from = source.offset();
    return source.length() == length
        && Arrays.equals(source.bytes(), from, from + length, word, 0, length);
  }

  private void advance() throws IOException {
    if (heap[0].next()) {
      beginnings[0] = beginning(heap[0]);
    } else {
      heap[0].close();
      size--;
      heap[0] = heap[size];
      beginnings[0] = beginnings[size];
    }
    siftDown(0);
  }

  private static long beginning(WordSource source) {
    return Bytes.ordered(source.bytes(), source.offset(), source.length());
  }

  private void siftDown(int from) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && less(child + 1, child)) {
        child++;
      }
      if (!less(child, at)) {
        return;
      }
      swap(child, at);
      at = child;
    }
  }

  private void swap(int one, int other) {
    WordSource source = heap[one];
    heap[one] = heap[other];
    heap[other] = source;
    long beginning = beginnings[one];
    beginnings[one] = beginnings[other];
    beginnings[other] = beginning;
  }

  private boolean less(int one, int other) {
    if (beginnings[one] != beginnings[other]) {
      return beginnings[one] < beginnings[other];
    }
    WordSource a = heap[one];
    WordSource b = heap[other];
    return Arrays.compareUnsigned(
            a.bytes(),
            a.offset(),
            a.offset() + a.length(),
            b.bytes(),
            b.offset(),
            b.offset() + b.length())
        < 0;
  }

  @Override
  public byte[] bytes() {
    return word;
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public void close() throws IOException {
    for (int i = 0; i < size; i++) {
      heap[i].close();
    }
  }
}
