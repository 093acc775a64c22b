package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.core.Bytes;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPosition;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates during counting how many distinct words have been spilled, so that a training that
 * cannot have the memory ends early. The estimate is from words whose hashes end in zeros: all of
 * them at first, half as many whenever there are 32,768. Memory: 4 MiB. Thread-safe.
 */
final class SpilledWords implements CountedWordSink {
  private static final int MOST = 1 << 15;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Longer words count as this long: one of them in the sample stands for many that are not. */
  private static final int LONGEST = 256;

  /** So much of an estimate from {@link #ENOUGH} words is certain: its standard error is 1.6 %. */
  private static final double CERTAIN = 0.95;

  private static final int ENOUGH = 1 << 12;

  private record Sampled(int length, long count) {
    Sampled plus(Sampled other) {
      return new Sampled(length, count + other.count);
    }
  }

  private final long minCount;
  private final TrainingMemory memory;
  private final Map<Long, Sampled> sample = new HashMap<>();
  private volatile long mask;
  private boolean changed;

  /**
   * @param minCount words that occur fewer times are left out
   */
  SpilledWords(long minCount, TrainingMemory memory) {
    this.minCount = minCount;
    this.memory = memory;
  }

  @Override
  public void add(byte[] bytes, int offset, int length, long count) {
    long hash = hash(bytes, offset, length);
    if ((hash & mask) == 0) {
      add(hash, new Sampled(Math.min(length, LONGEST), count));
    }
  }

  private static long hash(byte[] bytes, int offset, int length) {
    long hash =
        length < Long.BYTES
            ? (Bytes.upToEight(bytes, offset, length) | (long) length << 56) * GOLDEN
            : Bytes.hash(bytes, offset, length);
    return (hash ^ hash >>> 32) * GOLDEN >>> 16;
  }

  private synchronized void add(long hash, Sampled word) {
    if ((hash & mask) != 0) {
      return;
    }
    changed = true;
    sample.merge(hash, word, Sampled::plus);
    if (sample.size() > MOST) {
      mask = mask << 1 | 1;
      sample.keySet().removeIf(kept -> (kept & mask) != 0);
    }
  }

  /**
   * Checks whether the words so far leave enough memory.
   *
   * @throws JobFailedException if merges cannot be learned from them
   */
  synchronized void check(JobPosition position) {
    if (!changed) {
      return;
    }
    changed = false;
    WordTally words = estimate();
    if (!memory.fits(words)) {
      throw memory.tooMany(
          words,
          "the first %d %% of the input have too many different words already (estimated; all of it needs more): "
              .formatted(100 * position.done() / Math.max(1, position.total())));
    }
  }

  /**
   * Words that are certain to be there, rare ones left out; none if there are few in the sample.
   */
  private WordTally estimate() {
    WordTally words = new WordTally(minCount);
    for (Sampled word : sample.values()) {
      if (word.count() >= minCount) {
        words.add(word.length(), word.count());
      }
    }
    double share = words.words() < ENOUGH ? 0 : CERTAIN * (mask + 1);
    return mask == 0 ? words : words.times(share);
  }
}
