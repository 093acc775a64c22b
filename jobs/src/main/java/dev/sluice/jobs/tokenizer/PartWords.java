package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.CountedWordReader;
import dev.sluice.algorithms.words.CountedWordWriter;
import dev.sluice.algorithms.words.CounterPool;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PackedFile;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the words that parts have counted. Each part has written its distinct words with their
 * counts, in the order of their bytes, regardless of its memory and threads. The join counts these
 * words as if it had read them from texts, several parts at a time, so it needs only the memory of
 * one process.
 */
final class PartWords {
  /** The name of the file in the directory of a part. */
  static final String FILE = "words.zst";

  /** The key in the result of a part. */
  static final String DISTINCT = "distinct_words";

  static final JobPhase ADDING = JobPhase.ofItems("adding up words");

  private static final int LEVEL = 1;

  /** Number of words of a part between two reports of progress. */
  private static final int STEP = 1 << 16;

  private final JoinedParts parts;
  private final int threads;
  private final long total;
  private final AtomicLong done = new AtomicLong();

  /**
   * @param threads number of threads that read parts, 1 or more
   */
  PartWords(JoinedParts parts, int threads) {
    this.parts = parts;
    this.threads = threads;
    this.total = parts.parts().stream().mapToLong(PartWords::distinct).sum();
  }

  private static long distinct(FinishedPart part) {
    return part.result().path(DISTINCT).asLong();
  }

  /**
   * Counts the words of all parts.
   *
   * @param counters the counters, one for each thread
   * @throws dev.sluice.jobs.text.JobFailedException if a file of a part is damaged
   */
  void count(CounterPool counters, JobProgress progress) throws IOException, InterruptedException {
    List<Callable<Long>> all = new ArrayList<>();
    for (FinishedPart part : parts.parts()) {
      all.add(() -> count(part, counters, progress));
    }
    try (WorkerPool workers = new WorkerPool("parts", threads)) {
      workers.all(all);
    }
  }

  private long count(FinishedPart part, CounterPool counters, JobProgress progress) {
    Path file = parts.file(part, FILE);
    WordCounter counter = counters.take();
    try (CountedWordReader words = new CountedWordReader(PackedFile.open(file))) {
      long read = 0;
      while (words.next()) {
        counter.add(words.bytes(), words.offset(), words.length(), words.count());
        read++;
        if (read % STEP == 0) {
          report(STEP, progress);
        }
      }
      report(read % STEP, progress);
      if (read != distinct(part)) {
        throw new IOException("%,d words instead of %,d".formatted(read, distinct(part)));
      }
      return read;
    } catch (IOException e) {
      throw part.unreadable(file, e);
    } finally {
      counters.giveBack(counter);
    }
  }

  private void report(long more, JobProgress progress) {
    progress.reached(JobPosition.of(ADDING, done.addAndGet(more), total));
  }

  /** Writes the words of a part, and counts them. Used by one thread. */
  static final class Writer implements CountedWordSink, Closeable {
    private final CountedWordWriter out;
    private long words;
    private long distinct;

    Writer(Path file) throws IOException {
      this.out = new CountedWordWriter(PackedFile.create(file, LEVEL));
    }

    @Override
    public void add(byte[] bytes, int offset, int length, long count) {
      try {
        out.write(bytes, offset, length, count);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot write words", e);
      }
      words += count;
      distinct++;
    }

    /** Returns the number of words. */
    long words() {
      return words;
    }

    /** Returns the number of distinct words. */
    long distinct() {
      return distinct;
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
