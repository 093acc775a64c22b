package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts words. Each thread has its own counter; {@link WordCounts#merge} adds them up.
 *
 * <p>With a budget, words are spilled to sorted files in the given directory whenever the tables
 * would exceed it; the counts are the same. Memory: at most the budget and one word. Without a
 * budget, about 30 bytes and the word for each distinct word, and twice that while a table grows.
 *
 * <p>Not thread-safe. Close it after merging to delete its files.
 */
public final class WordCounter implements WordConsumer, AutoCloseable {
  /** Minimum budget: 1 MiB. */
  public static final long MIN_BUDGET = 1 << 20;

  /** Maximum number of files; that many are merged into one, to limit open files. */
  private static final int MAX_RUNS = 64;

  private final ShortWords shortWords = new ShortWords();
  private final LongWords longWords = new LongWords();
  private final long maxBytes;
  private final Optional<Path> directory;
  private final List<Path> runs = new ArrayList<>();
  private long spills;

  /** Counts in memory without limit. */
  public WordCounter() {
    this.maxBytes = Long.MAX_VALUE;
    this.directory = Optional.empty();
  }

  /**
   * Counts in limited memory.
   *
   * @param maxBytes the budget, at least {@link #MIN_BUDGET}
   * @param directory for spilled words; must exist
   */
  public WordCounter(long maxBytes, Path directory) {
    if (maxBytes < MIN_BUDGET) {
      throw new IllegalArgumentException(
          "A word counter needs a budget of " + MIN_BUDGET + " bytes at least: " + maxBytes);
    }
    this.maxBytes = maxBytes;
    this.directory = Optional.of(requireNonNull(directory, "directory"));
  }

  /**
   * Counts a word once.
   *
   * @throws UncheckedIOException if words cannot be spilled
   * @throws IllegalStateException without a budget, if distinct words exceed 2 GB
   */
  @Override
  public void add(byte[] text, int offset, int length) {
    add(text, offset, length, 1);
  }

  /** Counts a word {@code count} times, at least 1; otherwise as {@link #add(byte[], int, int)}. */
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
    if (3 * shortWords.memory() + longWords.memory() <= maxBytes) {
      shortWords.grow();
    } else {
      spill();
    }
  }

  private void makeRoomForLong(int length) {
    long grown = longWords.memory() + longWords.memoryWithRoom(length);
    if (grown + shortWords.memory() <= maxBytes || longWords.used() == 0) {
      longWords.grow(length);
    } else {
      spill();
      longWords.grow(length);
    }
  }

  private void spill() {
    try {
      if (runs.size() == MAX_RUNS) {
        Path merged = SpilledRun.write(new WordMerger(openRuns()), directory.orElseThrow());
        runs.clear();
        runs.add(merged);
      }
      runs.add(SpilledRun.write(new WordMerger(inMemory()), directory.orElseThrow()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot spill words to " + directory.orElseThrow(), e);
    }
    spills++;
    shortWords.clear();
    longWords.clear();
  }

  /** How often words were spilled. */
  public long spills() {
    return spills;
  }

  /** All words counted so far, in order. Opens the spilled files, which are deleted when closed. */
  List<WordSource> sources() throws IOException {
    List<WordSource> sources = new ArrayList<>(inMemory());
    sources.addAll(openRuns());
    runs.clear();
    return sources;
  }

  /** Total size of the distinct words in memory. */
  long wordBytes() {
    return shortWords.wordBytes() + longWords.wordBytes();
  }

  /** Number of distinct words in memory. */
  long words() {
    return (long) shortWords.used() + longWords.used();
  }

  private List<WordSource> inMemory() {
    return List.of(shortWords.sorted(), longWords.sorted());
  }

  private List<WordSource> openRuns() throws IOException {
    List<WordSource> open = new ArrayList<>();
    for (Path run : runs) {
      open.add(SpilledRun.open(run));
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
}
