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
 * Counts words. Each thread has a counter of its own; {@link WordCounts#merge} adds them up.
 *
 * <p>With a budget, words are written to sorted files in the given directory whenever the tables
 * would grow beyond it; the counts are the same. Memory: at most the budget and one word, where
 * there is a budget; else about 30 bytes and the word for every distinct one, and twice that while
 * a table grows.
 *
 * <p>Not thread-safe. Close it after merging, so that no file is left.
 */
public final class WordCounter implements WordConsumer, AutoCloseable {
  /** The least budget: 1 MiB. */
  public static final long MIN_BUDGET = 1 << 20;

  /** As many files are merged into one: a bound for open files. */
  private static final int MAX_RUNS = 64;

  private final ShortWords shortWords = new ShortWords();
  private final LongWords longWords = new LongWords();
  private final long maxBytes;
  private final Optional<Path> directory;
  private final List<Path> runs = new ArrayList<>();
  private long spills;

  /** Counts in memory, as much as it takes. */
  public WordCounter() {
    this.maxBytes = Long.MAX_VALUE;
    this.directory = Optional.empty();
  }

  /**
   * Counts in bounded memory.
   *
   * @param maxBytes the budget, at least {@link #MIN_BUDGET}
   * @param directory where sorted words go when the budget is used up; it must exist
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
   * Adds one to the word's count.
   *
   * @throws UncheckedIOException when words cannot be spilled
   * @throws IllegalStateException without a budget, beyond 2 GB of distinct words
   */
  @Override
  public void add(byte[] text, int offset, int length) {
    add(text, offset, length, 1);
  }

  /** Adds so many to the word's count, at least 1; otherwise as {@link #add(byte[], int, int)}. */
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

  /** How many times words were spilled. */
  public long spills() {
    return spills;
  }

  /**
   * Everything counted so far, in order. Opens the spilled files, which go when they are closed.
   */
  List<WordSource> sources() throws IOException {
    List<WordSource> sources = new ArrayList<>(inMemory());
    sources.addAll(openRuns());
    runs.clear();
    return sources;
  }

  /** The bytes of distinct words in memory. */
  long wordBytes() {
    return shortWords.wordBytes() + longWords.wordBytes();
  }

  /** The distinct words in memory. */
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
