package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.ShingleSink;
import dev.sluice.core.Bytes;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Hashes the bytes of n words with one space between each two, as other programs do: n times the
 * bytes of a text.
 *
 * <p>Memory: a few times the bytes of n words after each other, at least 64 KB. Not thread-safe.
 */
final class JoinedWords implements WordBytesConsumer, Shingles {
  private static final int LEAST_BUFFER = 1 << 16;

  private final JoinedHash hash;
  private final ShingleBatch batch = new ShingleBatch();
  private final int[] starts; // of the last n words
  private byte[] joined = new byte[LEAST_BUFFER];
  private int oldest;
  private int start;
  private int size;
  private long words;

  JoinedWords(int length, JoinedHash hash) {
    this.starts = new int[length];
    this.hash = hash;
  }

  @Override
  public void begin(ShingleSink sink) {
    batch.begin(sink);
    Arrays.fill(starts, 0);
    oldest = 0;
    start = 0;
    size = 0;
    words = 0;
  }

  @Override
  public void append(long bytes, int count) {
    if (size + Long.BYTES >= joined.length) {
      makeRoom();
    }
    Bytes.writeLong(joined, size, bytes);
    size += count;
  }

  /** Forgets what no shingle needs any more, or takes twice the memory. */
  private void makeRoom() {
    int unneeded = Math.min(starts[oldest], start);
    if (unneeded < joined.length / 2) {
      joined = Arrays.copyOf(joined, Math.multiplyExact(2, joined.length));
      return;
    }
    System.arraycopy(joined, unneeded, joined, 0, size - unneeded);
    size -= unneeded;
    start -= unneeded;
    for (int i = 0; i < starts.length; i++) {
      starts[i] -= unneeded;
    }
  }

  @Override
  public void endWord() {
    if (size == start) {
      return;
    }
    starts[oldest] = start;
    oldest = oldest + 1 == starts.length ? 0 : oldest + 1;
    if (++words >= starts.length) {
      int first = starts[oldest];
      batch.add(hash.of(joined, first, size - first));
    }
    joined[size++] = ' ';
    start = size;
  }

  @Override
  public long end() {
    batch.flush();
    return Math.max(0, words - starts.length + 1);
  }

  @Override
  public OptionalLong shortText() {
    return words > 0 && words < starts.length
        ? OptionalLong.of(hash.of(joined, 0, size - 1))
        : OptionalLong.empty();
  }
}
