package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowSelector.SampledRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides the selected rows of a bucket into batches, each of which becomes a row group. The
 * division is a function of the selection, the sizes in footers, and the row limits of the options.
 * Not thread-safe.
 */
final class BatchPlan {
  /**
   * The approximate size of the texts of a batch. One thread reads and compresses one batch at a
   * time.
   */
  static final long BATCH_BYTES = 32 << 20;

  private final BucketSource bucket;
  private final SampledRows chosen;
  private final int batchRows;
  private final int maxRows;
  private final long rowsBefore;
  private List<Slice> slices = new ArrayList<>();
  private long rows;
  private double bytes;

  /**
   * The rows of a batch that come from one file.
   *
   * @param file index of the file in the bucket
   * @param from index of the first row, among the selected rows of the bucket
   * @param to index after the last row
   */
  record Slice(int file, long from, long to) {}

  /** Receives the batches in order. */
  @FunctionalInterface
  interface Batches {
    void accept(int part, List<Slice> slices) throws IOException, InterruptedException;
  }

  /**
   * @param rowsBefore number of selected rows in earlier buckets
   */
  BatchPlan(
      BucketSource bucket, SampledRows chosen, SampleRequest.Options options, long rowsBefore) {
    this.bucket = bucket;
    this.chosen = chosen;
    this.batchRows = options.batchRows();
    this.maxRows = options.maxRows();
    this.rowsBefore = rowsBefore;
  }

  void forEach(Batches batches) throws IOException, InterruptedException {
    for (int file = 0; file < bucket.files().size(); file++) {
      double each = Math.max(1, bucket.files().get(file).bytesPerRow());
      long at = chosen.begin(file);
      long end = chosen.begin(file + 1);
      while (at < end) {
        long to = Math.min(end, at + room(at, each));
        slices.add(new Slice(file, at, to));
        rows += to - at;
        bytes += (to - at) * each;
        at = to;
        if (isFull(at)) {
          hand(at, batches);
        }
      }
    }
    if (!slices.isEmpty()) {
      hand(chosen.size(), batches);
    }
  }

  /** Returns the number of rows of this size that fit; at least one. */
  private long room(long at, double each) {
    long byBytes = (long) Math.ceil((BATCH_BYTES - bytes) / each);
    long inFile = maxRows - (rowsBefore + at) % maxRows;
    return Math.max(1, Math.min(Math.min(batchRows - rows, byBytes), inFile));
  }

  private boolean isFull(long at) {
    return rows >= batchRows || bytes >= BATCH_BYTES || (rowsBefore + at) % maxRows == 0;
  }

  private void hand(long at, Batches batches) throws IOException, InterruptedException {
    List<Slice> full = slices;
    slices = new ArrayList<>();
    rows = 0;
    bytes = 0;
    batches.accept(Math.toIntExact((rowsBefore + at - 1) / maxRows), full);
  }
}
