package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import java.util.List;

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
      RowSample sample, SampledColumn score, double scale, List<Bucket> buckets, ColumnGuess text) {
    ScoreBuckets ranges = new ScoreBuckets(buckets, EPSILON);
    long[] rows = new long[buckets.size()];
    long[] bytes = new long[buckets.size()];
    long outside = 0;
    long invalid = 0;
    for (int row = 0; row < sample.rows(); row++) {
      if (!score.numbers().isFinite(row)) {
        invalid++;
        continue;
      }
      int bucket = ranges.indexOf(score.numbers().at(row) * scale);
      if (bucket == ScoreBuckets.NONE) {
        outside++;
        continue;
      }
      rows[bucket]++;
      int number = row;
      bytes[bucket] += text.column().map(column -> column.texts().length(number)).orElse(0);
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
    double all = 0;
    for (int bucket = 0; bucket < rows.length; bucket++) {
      all += keptRows(bucket);
    }
    return all;
  }

  double keptBytes() {
    double all = 0;
    for (int bucket = 0; bucket < rows.length; bucket++) {
      all += keptBytes(bucket);
    }
    return all;
  }
}
