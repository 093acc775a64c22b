package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Counts words. Each thread has a separate counter; {@link #visit} adds these up.
 *
 * <p>Words are spilled to sorted files in the given directory whenever the tables would exceed the
 * budget; the counts are the same. Memory: at most the budget and one word.
 *
 * <p>Not thread-safe. Close the counter after merging to delete its files.
 */
public final class WordCounter implements WordConsumer, AutoCloseable {
  /** The minimum budget: 1 MiB. */
  public static final long MIN_BUDGET = 1 << 20;

  /** The maximum size of the arena, which is about that of an array. */
  private static final int MAX_ARENA = Integer.MAX_VALUE - 16;

  /**
   * The maximum number of files; when it is reached, the files are merged into one, to limit open
   * files.
   */
  private static final int MAX_RUNS = 64;

  private final ShortWords shortWords = new ShortWords();
  private final LongWords longWords;
  private final long maxBytes;
  private final Path directory;
  private final List<Path> runs = new ArrayList<>();
  private long spills;

  /**
   * Creates a counter that uses limited memory.
   *
   * @param maxBytes the budget, at least {@link #MIN_BUDGET}
   * @param directory the directory for spilled words; must exist
   */
  public WordCounter(long maxBytes, Path directory) {
    this(maxBytes, directory, MAX_ARENA);
  }

  /**
   * @param maxArena maximum size of the long words in memory
   */
  WordCounter(long maxBytes, Path directory, int maxArena) {
    if (maxBytes < MIN_BUDGET) {
      throw new IllegalArgumentException(
          "The budget of a word counter is %d bytes, but must be at least %d bytes"
              .formatted(maxBytes, MIN_BUDGET));
    }
    this.longWords = new LongWords(maxArena);
    this.maxBytes = maxBytes;
    this.directory = requireNonNull(directory, "directory");
  }

  /**
   * Counts a word once.
   *
   * @throws UncheckedIOException if words cannot be spilled
   */
  @Override
  public void add(byte[] text, int offset, int length) {
    add(text, offset, length, 1);
  }

  /**
   * Counts a word {@code count} times, at least 1. Otherwise it works like {@link #add(byte[], int,
   * int)}.
   */
  public void add(byte[] text, int offset, int length, long count) {
    if (length <= ShortWords.MAX_LENGTH) {
      if (!shortWords.add(text, offset, length, count)) {
        makeRoomForShort();
        shortWords.add(text, offset, length, count);
      }
    } else if (!longWords.add(text, offset, length, count)) {
      makeRoomForLong(length);
      longWords.add(text, offset, length, count);
    }
  }

  private void makeRoomForShort() {
    if (shortWords.mayGrow() && 3 * shortWords.memory() + longWords.memory() <= maxBytes) {
      shortWords.grow();
    } else {
      spill();
    }
  }

  private void makeRoomForLong(int length) {
    long grown = longWords.memory() + longWords.memoryWithRoom(length);
    boolean fits = longWords.mayGrow(length) && grown + shortWords.memory() <= maxBytes;
    if (fits || longWords.used() == 0) {
      longWords.grow(length);
    } else {
      spill();
      longWords.grow(length);
    }
  }

  private void spill() {
    try {
      if (runs.size() == MAX_RUNS) {
        Path merged = CountedWordWriter.spill(new WordMerger(openRuns()), directory);
        runs.clear();
        runs.add(merged);
      }
      runs.add(CountedWordWriter.spill(new WordMerger(inMemory()), directory));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot spill words to " + directory, e);
    }
    spills++;
    shortWords.clear();
    longWords.clear();
  }

  /**
   * Adds up counters, and passes all distinct words to the visitor, in unsigned byte order. The
   * result does not depend on the threads and memory used for counting. The counters must not be
   * used meanwhile, and can only be closed afterwards. Sorts on all cores, merges on one core.
   * Memory: that of the counters, and a buffer for each spilled file.
   *
   * @throws UncheckedIOException if spilled words cannot be read
   */
  public static void visit(Collection<WordCounter> counters, CountedWordSink visitor) {
    List<WordSource> sources = counters.parallelStream().flatMap(c -> c.open().stream()).toList();
    try (Closing closing = new Closing(sources)) {
      WordMerger merger = new WordMerger(closing.sources());
      while (merger.next()) {
        visitor.add(merger.bytes(), merger.offset(), merger.length(), merger.count());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read spilled words", e);
    }
  }

  /** Closes all sources. */
  private record Closing(List<WordSource> sources) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      for (WordSource source : sources) {
        source.close();
      }
    }
  }

  /** Returns how often words were spilled. */
  public long spills() {
    return spills;
  }

  /**
   * Returns sources of all words counted so far, in order, including those of spilled files, which
   * are deleted when closed.
   */
  private List<WordSource> open() {
    try {
      List<WordSource> sources = new ArrayList<>(inMemory());
      sources.addAll(openRuns());
      runs.clear();
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read spilled words", e);
    }
  }

  private List<WordSource> inMemory() {
    return List.of(shortWords.sorted(), longWords.sorted());
  }

  private List<WordSource> openRuns() throws IOException {
    List<WordSource> open = new ArrayList<>();
    for (Path run : runs) {
      open.add(CountedWordReader.ofTemporary(run));
    }
    return open;
  }

  /** Deletes spilled files that were not merged. */
  @Override
  public void close() {
    try {
      for (Path run : runs) {
        Files.deleteIfExists(run);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete spilled words", e);
    }
    runs.clear();
  }

  /** Receives distinct words with their counts. */
  @FunctionalInterface
  public interface CountedWordSink {
    /**
     * Receives a word. The bytes may change after the call returns.
     *
     * @param bytes array that contains the word
     * @param offset start of the word
     * @param length the length in bytes, at least 1
     * @param count number of occurrences, at least 1
     */
    void add(byte[] bytes, int offset, int length, long count);
  }
}
