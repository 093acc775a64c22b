package dev.sluice.algorithms.words;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** Merges several sources: equal words become one, with the sum of their counts. */
final class WordMerger implements WordSource {
  /** By current word. */
  private final PriorityQueue<WordSource> queue = new PriorityQueue<>(WordMerger::compare);

  private byte[] word = new byte[64];
  private int length;
  private long count;

  WordMerger(List<WordSource> sources) throws IOException {
    for (WordSource source : sources) {
      advance(source);
    }
  }

  @Override
  public boolean next() throws IOException {
    WordSource first = queue.poll();
    if (first == null) {
      return false;
    }
    length = first.length();
    if (length > word.length) {
      word = new byte[Math.max(length, 2 * word.length)];
    }
    System.arraycopy(first.bytes(), first.offset(), word, 0, length);
    count = first.count();
    advance(first);
    while (!queue.isEmpty() && isCurrent(queue.peek())) {
      WordSource same = queue.poll();
      count += same.count();
      advance(same);
    }
    return true;
  }

  private boolean isCurrent(WordSource source) {
    int from = source.offset();
    return source.length() == length
        && Arrays.equals(source.bytes(), from, from + length, word, 0, length);
  }

  private void advance(WordSource source) throws IOException {
    if (source.next()) {
      queue.add(source);
    } else {
      source.close();
    }
  }

  private static int compare(WordSource a, WordSource b) {
    int from = a.offset();
    int otherFrom = b.offset();
    return Arrays.compareUnsigned(
        a.bytes(), from, from + a.length(), b.bytes(), otherFrom, otherFrom + b.length());
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
    for (WordSource source : queue) {
      source.close();
    }
  }
}
