package dev.sluice.algorithms.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Distinct words with their counts, in unsigned byte order: the same for any threads and memory
 * used for counting.
 *
 * <p>Memory: 12 bytes and the word itself for each. At most 2 GB of words. Immutable.
 */
public final class WordCounts {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private final byte[] bytes;
  private final int[] ends;
  private final long[] counts;
  private final int size;

  private WordCounts(byte[] bytes, int[] ends, long[] counts, int size) {
    this.bytes = bytes;
    this.ends = ends;
    this.counts = counts;
    this.size = size;
  }

  /**
   * Adds up counters, which must not be used meanwhile, and may only be closed afterwards. Sorts on
   * all cores, merges on one.
   *
   * @param minCount words with lower counts are omitted; 1 keeps all. Merges learned from fewer
   *     words differ: HF keeps all
   * @throws UncheckedIOException if spilled words cannot be read
   * @throws IllegalStateException if distinct words exceed 2 GB
   */
  public static WordCounts merge(Collection<WordCounter> counters, long minCount) {
    long bytes = counters.stream().mapToLong(WordCounter::wordBytes).sum();
    long words = counters.stream().mapToLong(WordCounter::words).sum();
    List<WordSource> sources = counters.parallelStream().flatMap(c -> open(c).stream()).toList();
    Builder builder = new Builder(bytes, words);
    try (Closing closing = new Closing(sources)) {
      closing.addTo(builder, minCount);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read spilled words", e);
    }
    return builder.build();
  }

  /**
   * Passes all distinct words to the visitor in byte order without keeping them; otherwise as
   * {@link #merge}. Memory: that of the counters, and a buffer for each spilled file.
   */
  public static void visit(Collection<WordCounter> counters, CountedWordSink visitor) {
    List<WordSource> sources = counters.parallelStream().flatMap(c -> open(c).stream()).toList();
    try (Closing closing = new Closing(sources)) {
      WordMerger merger = new WordMerger(closing.sources());
      while (merger.next()) {
        visitor.add(merger.bytes(), merger.offset(), merger.length(), merger.count());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read spilled words", e);
    }
  }

  private static List<WordSource> open(WordCounter counter) {
    try {
      return counter.sources();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read spilled words", e);
    }
  }

  /** Number of distinct words. */
  public int size() {
    return size;
  }

  /** Total size of the distinct words. */
  public long bytes() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** Memory that they use. */
  public long heapBytes() {
    return bytes.length + (long) ends.length * (Integer.BYTES + Long.BYTES);
  }

  /** Sum of all counts. */
  public long total() {
    long total = 0;
    for (int i = 0; i < size; i++) {
      total += counts[i];
    }
    return total;
  }

  /** Count of a word, 0 to {@link #size} - 1. */
  public long count(int word) {
    return counts[word];
  }

  /** A copy of a word. */
  public byte[] word(int word) {
    return Arrays.copyOfRange(bytes, start(word), ends[word]);
  }

  /** Start of a word in {@link #text}. */
  public int start(int word) {
    return word == 0 ? 0 : ends[word - 1];
  }

  public int end(int word) {
    return ends[word];
  }

  /** All words, concatenated; must not be changed. */
  public byte[] text() {
    return bytes;
  }

  /** Closes sources in any case. */
  private record Closing(List<WordSource> sources) implements AutoCloseable {
    Closing {
      sources = new ArrayList<>(sources);
    }

    void addTo(Builder builder, long minCount) throws IOException {
      WordMerger merger = new WordMerger(sources);
      while (merger.next()) {
        if (merger.count() >= minCount) {
          builder.add(merger);
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (WordSource source : sources) {
        source.close();
      }
    }
  }

  private static final class Builder {
    private byte[] bytes;
    private int[] ends;
    private long[] counts;
    private int size;
    private int filled;

    /** With initial space for this much, as far as known. */
    Builder(long expectedBytes, long expectedWords) {
      bytes = new byte[(int) Math.min(MAX_BYTES, expectedBytes)];
      ends = new int[(int) Math.min(MAX_BYTES, expectedWords)];
      counts = new long[ends.length];
    }

    void add(WordSource source) {
      int length = source.length();
      if (length > bytes.length - filled) {
        bytes = Arrays.copyOf(bytes, grown(bytes.length, (long) filled + length));
      }
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, grown(ends.length, size + 1L));
        counts = Arrays.copyOf(counts, ends.length);
      }
      System.arraycopy(source.bytes(), source.offset(), bytes, filled, length);
      filled += length;
      ends[size] = filled;
      counts[size++] = source.count();
    }

    private static int grown(int capacity, long needed) {
      if (needed > MAX_BYTES) {
        throw new IllegalStateException(
            "Distinct words of more than 2 GB: leave out rare words, or cut the text finer");
      }
      return (int) Math.min(MAX_BYTES, Math.max(needed, capacity + (long) (capacity >> 1)));
    }

    WordCounts build() {
      return new WordCounts(bytes, ends, counts, size);
    }
  }
}
