package dev.sluice.algorithms.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Chooses the K rows with the smallest hashes from several files. It needs only the number of rows
 * of each file. A row is hashed by its file's prefix and its row number; ties go to the earlier
 * file, then to the earlier row. The result does not depend on threads.
 *
 * <p>Hashes are uniformly distributed, so the bound below which there are K hashes is known
 * approximately in advance, and only candidates below this bound are kept. If the bound turns out
 * to be too low, the selection is repeated without a bound.
 *
 * <p>Memory: {@link #bytes} for candidates (16 bytes each), and 2 MiB for each thread.
 */
public final class RowSelector {
  private static final int CHUNK_ROWS = 1 << 16;

  /**
   * The number of standard deviations by which the bound exceeds that for K candidates on average,
   * which makes fewer than K practically impossible.
   */
  private static final double DEVIATIONS = 8;

  private final List<RowRange> files;
  private final long[] firsts;
  private final int count;
  private final int threads;
  private final LongConsumer progress;

  /**
   * @param files the files, in the order that decides ties
   * @param count K, 0 to {@link SmallestHashes#MAX_COUNT}
   * @param threads number of hashing threads, at least 1
   * @param progress receives the number of rows hashed since its last call, from any thread
   */
  public RowSelector(List<RowRange> files, int count, int threads, LongConsumer progress) {
    this.files = List.copyOf(files);
    this.firsts = SampledRows.firsts(files);
    this.count = count;
    this.threads = threads;
    this.progress = progress;
  }

  /** Returns the maximum memory, in bytes, for the candidates when choosing K rows. */
  public static long bytes(long count) {
    return SmallestHashes.bytes(count, spare(count));
  }

  private static int spare(long count) {
    return (int) (2 * DEVIATIONS * Math.sqrt(count));
  }

  /**
   * Chooses the rows. If there are at most K rows, it chooses all of them.
   *
   * @throws InterruptedException if this thread is interrupted; no other thread is still running
   *     then
   */
  public SampledRows choose() throws InterruptedException {
    long rows = firsts[files.size()];
    if (rows <= count) {
      return SampledRows.all(files);
    }
    if (count == 0) {
      return SampledRows.of(files, new long[0]);
    }
    SmallestHashes chosen = new SmallestHashes(count, spare(count), likelyBound(rows));
    hashAll(chosen);
    if (chosen.size() < count) {
      chosen = new SmallestHashes(count, spare(count), -1);
      hashAll(chosen);
    }
    return SampledRows.of(files, chosen.finish());
  }

  private long likelyBound(long rows) {
    double share = (count + DEVIATIONS * Math.sqrt(count) + 64) / rows;
    return share >= 1 ? -1 : (long) (share * 0x1p63) << 1;
  }

  private void hashAll(SmallestHashes chosen) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    Callable<AtomicLong> worker =
        () -> {
          hashChunks(next, chosen);
          return next;
        };
    try (WorkerPool workers = new WorkerPool("sample-hashes", threads)) {
      workers.all(Collections.nCopies(threads, worker));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // hashing does no I/O
    }
  }

  private void hashChunks(AtomicLong next, SmallestHashes chosen) {
    Batch batch = new Batch(chosen);
    long end = firsts[files.size()];
    while (!Thread.currentThread().isInterrupted()) {
      long from = next.getAndAdd(CHUNK_ROWS);
      if (from >= end) {
        return;
      }
      long to = Math.min(end, from + CHUNK_ROWS);
      hashChunk(from, to, batch);
      progress.accept(to - from);
    }
  }

  private void hashChunk(long from, long to, Batch batch) {
    long at = from;
    for (int file = fileOf(from); at < to; file++) {
      long fileEnd = Math.min(to, firsts[file + 1]);
      if (at < fileEnd) {
        RowHashes hashes = new RowHashes(files.get(file).prefix().getBytes(UTF_8));
        batch.hash(hashes, firsts[file], at, fileEnd);
        at = fileEnd;
      }
    }
    batch.flush();
  }

  /** Returns the last file that starts at or before a row; earlier files may be empty. */
  private int fileOf(long position) {
    int found = Arrays.binarySearch(firsts, position);
    int file = found >= 0 ? found : -found - 2;
    while (files.get(file).rows() == 0) {
      file++;
    }
    return file;
  }

  /** One thread's candidates from a chunk. */
  private static final class Batch {
    private final SmallestHashes chosen;
    private final long[] lanes = new long[RowHashes.LANES];
    private final long[] hashes = new long[CHUNK_ROWS];
    private final long[] positions = new long[CHUNK_ROWS];
    private int size;

    Batch(SmallestHashes chosen) {
      this.chosen = chosen;
    }

    void hash(RowHashes file, long firstOfFile, long from, long to) {
      long bound = chosen.bound() + Long.MIN_VALUE;
      for (long at = from; at < to; at += RowHashes.LANES) {
        int length = (int) Math.min(RowHashes.LANES, to - at);
        file.hash(at - firstOfFile, length, lanes);
        for (int i = 0; i < length; i++) {
          if (lanes[i] + Long.MIN_VALUE <= bound) {
            hashes[size] = lanes[i];
            positions[size++] = at + i;
          }
        }
      }
    }

    void flush() {
      chosen.offer(hashes, positions, size);
      size = 0;
    }
  }

  /**
   * The rows of one file, which can be chosen.
   *
   * @param prefix the string before a row's number in the hashed message
   * @param rows number of rows, which are numbered from 0
   */
  public record RowRange(String prefix, long rows) {
    /** Requires a number of rows that is not negative. */
    public RowRange {
      Objects.requireNonNull(prefix, "prefix");
      if (rows < 0) {
        throw new IllegalArgumentException(
            "the number of rows must not be negative, but is %d for %s".formatted(rows, prefix));
      }
    }
  }

  /**
   * Selected rows of several files, ordered by file and row. Immutable. Memory: 8 bytes for each
   * row, none if all rows are selected.
   */
  public static final class SampledRows {
    private final long[] firsts;
    private final long[] positions;
    private final boolean all;

    private SampledRows(long[] firsts, long[] positions, boolean all) {
      this.firsts = firsts;
      this.positions = positions;
      this.all = all;
    }

    static SampledRows all(List<RowRange> files) {
      return new SampledRows(firsts(files), new long[0], true);
    }

    /**
     * @param positions ascending indexes of the rows among the rows of all files
     */
    static SampledRows of(List<RowRange> files, long[] positions) {
      return new SampledRows(firsts(files), positions, false);
    }

    /**
     * Returns the index of each file's first row among the rows of all files, followed by the total
     * number of rows.
     */
    static long[] firsts(List<RowRange> files) {
      long[] firsts = new long[files.size() + 1];
      for (int i = 0; i < files.size(); i++) {
        firsts[i + 1] = Math.addExact(firsts[i], files.get(i).rows());
      }
      return firsts;
    }

    /** Returns the number of selected rows. */
    public long size() {
      return all ? firsts[firsts.length - 1] : positions.length;
    }

    /**
     * Returns the index of a file's first selected row among the selected rows.
     *
     * @param file the index of the file; for the number of files, the result is {@link #size}
     */
    public long begin(int file) {
      if (all) {
        return firsts[file];
      }
      int found = Arrays.binarySearch(positions, firsts[file]);
      return found >= 0 ? found : -found - 1;
    }

    /** Returns the row number of a selected row within its file. */
    public long row(int file, long chosen) {
      return (all ? chosen : positions[Math.toIntExact(chosen)]) - firsts[file];
    }
  }
}
