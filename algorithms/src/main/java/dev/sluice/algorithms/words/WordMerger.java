package dev.sluice.algorithms.words;

import dev.sluice.core.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** Merges several sources. Equal words become one word with the sum of their counts. */
final class WordMerger implements WordSource {
  /** The sources that have the current word, which are not in {@link #heads}. */
  private final List<WordSource> current;

  private final PriorityQueue<Head> heads = new PriorityQueue<>();
  private long count;

  WordMerger(List<WordSource> sources) {
    current = new ArrayList<>(sources);
  }

  /**
   * A source, ordered by its next word.
   *
   * @param beginning the first bytes of the word, for fast comparison
   */
  private record Head(WordSource source, long beginning) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      return beginning != other.beginning
          ? Long.compare(beginning, other.beginning)
          : Arrays.compareUnsigned(
              source.bytes(),
              source.offset(),
              source.offset() + source.length(),
              other.source.bytes(),
              other.source.offset(),
              other.source.offset() + other.source.length());
    }
  }

  @Override
  public boolean next() throws IOException {
    for (WordSource source : current) {
      if (source.next()) {
        heads.add(
            new Head(source, Bytes.ordered(source.bytes(), source.offset(), source.length())));
      } else {
        source.close();
      }
    }
    current.clear();
    count = 0;
    Head first = heads.peek();
    while (!heads.isEmpty() && heads.element().compareTo(first) == 0) {
      WordSource source = heads.remove().source();
      current.add(source);
      count += source.count();
    }
    return first != null;
  }

  @Override
  public byte[] bytes() {
    return current.get(0).bytes();
  }

  @Override
  public int offset() {
    return current.get(0).offset();
  }

  @Override
  public int length() {
    return current.get(0).length();
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public void close() throws IOException {
    for (WordSource source : current) {
      source.close();
    }
    for (Head head : heads) {
      head.source().close();
    }
  }
}
