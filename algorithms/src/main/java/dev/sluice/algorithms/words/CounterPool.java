package dev.sluice.algorithms.words;

import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A pool of word counters for several threads that share one memory budget. Thread-safe. */
public final class CounterPool implements AutoCloseable {
  private final List<WordCounter> all = new ArrayList<>();
  private final BlockingQueue<WordCounter> free;

  private CounterPool(int threads, long maxBytes, Path directory) {
    this.free = new ArrayBlockingQueue<>(threads);
    for (int i = 0; i < threads; i++) {
      all.add(new WordCounter(Math.max(WordCounter.MIN_BUDGET, maxBytes / threads), directory));
    }
    free.addAll(all);
  }

  /** A source of words. */
  @FunctionalInterface
  public interface Words {
    /** Counts all words, with a counter for each thread. */
    void count(CounterPool counters) throws IOException, InterruptedException;
  }

  /**
   * Counts words, and passes the distinct words to a sink in the order of their bytes.
   *
   * @param threads number of threads that count
   * @param maxBytes maximum size of all tables together
   * @param directory the directory to which words are spilled
   */
  public static void count(
      int threads, long maxBytes, Path directory, Words words, CountedWordSink distinct)
      throws IOException, InterruptedException {
    Path spill = directory.resolve("spill");
    FileTree.deleteAll(spill);
    Files.createDirectory(spill);
    try (CounterPool counters = new CounterPool(threads, maxBytes, spill)) {
      words.count(counters);
      WordCounter.visit(counters.all, distinct);
    }
    Files.delete(spill);
  }

  /** Borrows a counter. There is one for each thread. */
  public WordCounter take() {
    return free.remove();
  }

  /** Returns a borrowed counter to the pool. */
  public void giveBack(WordCounter counter) {
    free.add(counter);
  }

  @Override
  public void close() {
    all.forEach(WordCounter::close);
  }
}
