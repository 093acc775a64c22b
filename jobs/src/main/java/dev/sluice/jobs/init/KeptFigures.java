package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.core.ScoreBuckets;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the buckets would keep of a sample, before deduplication.
 *
 * @param buckets in order
 * @param rows of the sample in each bucket
 * @param bytes of their texts
 * @param outside rows with a score in no bucket
 * @param invalid rows without a finite score
 */
record KeptFigures(List<Bucket> buckets, long[] rows, long[] bytes, long outside, long invalid) {
  private static final double EPSILON = 1e-9;

  static KeptFigures of(
      InputSample sample, Column score, double scale, List<Bucket> buckets, ColumnGuess text) {
    ScoreBuckets ranges = new ScoreBuckets(buckets, EPSILON);
    long[] rows = new long[buckets.size()];
    long[] bytes = new long[buckets.size()];
    long outside = 0;
    long invalid = 0;
    for (int row = 0; row < sample.rows(); row++) {
      double number = score.number(row);
      int bucket = Double.isFinite(number) ? ranges.indexOf(number * scale) : ScoreBuckets.NONE;
      if (bucket != ScoreBuckets.NONE) {
        rows[bucket]++;
        bytes[bucket] += text.column().isEmpty() ? 0 : text.column().get().texts().length(row);
      } else if (Double.isFinite(number)) {
        outside++;
      } else {
        invalid++;
      }
    }
    return new KeptFigures(buckets, rows, bytes, outside, invalid);
  }

  /** Rows of the sample that sampling keeps of a bucket. */
  double keptRows(int bucket) {
    return rows[bucket] * buckets.get(bucket).rate();
  }

  /** Bytes of their texts. */
  double keptBytes(int bucket) {
    return bytes[bucket] * buckets.get(bucket).rate();
  }

  double keptRows() {
    return sum(this::keptRows);
  }

  double keptBytes() {
    return sum(this::keptBytes);
  }

  private double sum(IntToDoubleFunction figure) {
    return IntStream.range(0, rows.length).mapToDouble(figure).sum();
  }
}
