package dev.sluice.jobs.validate.report;

import java.util.Objects;
import java.util.Optional;

/**
 * What there is of a bucket.
 *
 * @param bucket its name
 * @param files of it
 * @param records in them
 * @param bytes of them
 * @param textBytes of the texts, uncompressed; 0 where no rows were read
 * @param sampling measured rate, from the manifests' counters
 * @param duplicatesRemoved rows that deduplication removed
 * @param duplicatesFound records whose id is there once more; 0 where nobody looked
 * @param statistics where asked for
 */
public record BucketSummary(
    String bucket,
    long files,
    long records,
    long bytes,
    long textBytes,
    SamplingEstimate sampling,
    long duplicatesRemoved,
    long duplicatesFound,
    Optional<BucketStatistics> statistics) {
  /** Checks that all parts are there. */
  public BucketSummary {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(sampling, "sampling");
    Objects.requireNonNull(statistics, "statistics");
  }

  /** Bytes of the files by bytes of the texts; 0 without text. */
  public double compressionRatio() {
    return textBytes == 0 ? 0 : (double) bytes / textBytes;
  }

  /** Share of the records whose id is there once more. */
  public double duplicateRate() {
    return records == 0 ? 0 : (double) duplicatesFound / records;
  }
}
