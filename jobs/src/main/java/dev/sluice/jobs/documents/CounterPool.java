package dev.sluice.jobs.documents;

import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordConsumer;
import dev.sluice.algorithms.words.WordCounter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Word counters for several threads with one memory budget. Thread-safe. */
public final class CounterPool implements AutoCloseable {
  private final List<WordCounter> all = new ArrayList<>();
  private final BlockingQueue<WordCounter> free;

  /**
   * @param threads that count at once
   * @param maxBytes that all tables may take together
   * @param directory for words that are spilled; must exist
   * @param spilled receives them, in any thread
   */
  public CounterPool(int threads, long maxBytes, Path directory, CountedWordSink spilled) {
    this.free = new ArrayBlockingQueue<>(threads);
    for (int i = 0; i < threads; i++) {
      long budget = Math.max(WordCounter.MIN_BUDGET, maxBytes / threads);
      WordCounter counter = new WordCounter(budget, directory, spilled);
      all.add(counter);
      free.add(counter);
    }
  }

  /**
   * Counts the words of a batch, with a counter that no other thread uses meanwhile.
   *
   * @param split cuts a text into words once it is normalised
   */
  public void count(TextBatch batch, TextNormaliser normaliser, Split split) {
    WordCounter counter = take();
    try {
      for (int text = 0; text < batch.size(); text++) {
        if (normaliser.isNone()) {
          split.split(batch.bytes(), batch.offset(text), batch.length(text), counter);
        } else {
          byte[] changed = normaliser.apply(batch.bytes(), batch.offset(text), batch.length(text));
          split.split(changed, 0, changed.length, counter);
        }
      }
    } finally {
      giveBack(counter);
    }
  }

  /** Borrows a counter; there is one per thread. */
  public WordCounter take() {
    return free.remove();
  }

  /** Returns a counter. */
  public void giveBack(WordCounter counter) {
    free.add(counter);
  }

  /** All counters, after counting has ended. */
  public List<WordCounter> all() {
    return List.copyOf(all);
  }

  @Override
  public void close() {
    all.forEach(WordCounter::close);
  }

  /** Cuts a text in UTF-8 into words. */
  @FunctionalInterface
  public interface Split {
    /** Passes the words of a text, in order. */
    void split(byte[] text, int offset, int length, WordConsumer words);
  }
}
