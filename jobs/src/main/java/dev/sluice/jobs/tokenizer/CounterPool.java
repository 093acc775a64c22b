package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.TextBatch;
import dev.sluice.jobs.documents.TextPipeline;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;

/** Word counters for several threads with one memory budget. Thread-safe. */
final class CounterPool implements AutoCloseable {
  private final List<WordCounter> all = new ArrayList<>();
  private final BlockingQueue<WordCounter> free;

  private CounterPool(int threads, long maxBytes, Path directory) {
    this.free = new ArrayBlockingQueue<>(threads);
    for (int i = 0; i < threads; i++) {
      all.add(new WordCounter(Math.max(WordCounter.MIN_BUDGET, maxBytes / threads), directory));
    }
    free.addAll(all);
  }

  /** Cuts a text in UTF-8 into words. */
  @FunctionalInterface
  interface Split {
    /** Passes the words of a text, in order. */
    void split(byte[] text, int offset, int length, WordConsumer words);

    /** Passes the words of a text that is normalised first. */
    default void split(
        TextNormaliser normaliser, byte[] text, int offset, int length, WordConsumer words) {
      if (normaliser.isNone()) {
        split(text, offset, length, words);
      } else {
        byte[] changed = normaliser.apply(text, offset, length);
        split(changed, 0, changed.length, words);
      }
    }
  }

  /** Where words come from. */
  @FunctionalInterface
  interface Words {
    /** Counts all of them, with a counter for each thread. */
    void count(CounterPool counters) throws IOException, InterruptedException;
  }

  /**
   * Counts words, and passes the distinct ones to a sink in the order of their bytes.
   *
   * @param threads that count at once
   * @param maxBytes that all tables may take together
   * @param directory where words are spilled meanwhile
   */
  static void count(
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

  /**
   * Counts the words of a batch, with a counter that no other thread uses meanwhile.
   *
   * @param split cuts a text into words once it is normalised
   */
  void count(TextBatch batch, TextNormaliser normaliser, Split split) {
    WordCounter counter = take();
    try {
      for (int text = 0; text < batch.size(); text++) {
        split.split(normaliser, batch.bytes(), batch.offset(text), batch.length(text), counter);
      }
    } finally {
      giveBack(counter);
    }
  }

  /** Borrows a counter; there is one per thread. */
  WordCounter take() {
    return free.remove();
  }

  /** Returns a counter. */
  void giveBack(WordCounter counter) {
    free.add(counter);
  }

  @Override
  public void close() {
    all.forEach(WordCounter::close);
  }

  /**
   * Reads texts and counts their words.
   *
   * @param columns of the texts
   * @param threads that count, 1 or more
   * @param normaliser applied to texts first
   * @param split cuts texts into words, in any thread
   * @param totals of what is read
   * @param seen receives the texts in their order
   */
  record WordPass(
      TextColumns columns,
      int threads,
      TextNormaliser normaliser,
      CounterPool.Split split,
      ReadTotals totals,
      BiConsumer<TextFile, TextBatch> seen)
      implements TextPipeline.TextResults<TextBatch> {
    /** Reads files to their ends. */
    void read(List<TextFile> files, CounterPool counters, JobProgress progress)
        throws IOException, InterruptedException {
      new TextPipeline<>(columns, threads, batch -> counted(batch, counters), this, progress)
          .run(files);
    }

    private TextBatch counted(TextBatch batch, CounterPool counters) {
      counters.count(batch, normaliser, split);
      return batch;
    }

    @Override
    public void accept(TextFile file, TextBatch batch) {
      seen.accept(file, batch);
    }

    @Override
    public void ended(TextFile file, FileTally tally) {
      totals.add(file, tally);
    }

    @Override
    public void broken(TextFile file, FileTally tally, SourceFormatException problem) {
      totals.addBroken(file, tally, problem);
    }
  }
}
