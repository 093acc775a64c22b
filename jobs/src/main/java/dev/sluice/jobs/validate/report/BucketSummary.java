package dev.sluice.jobs.validate.report;

import java.util.Objects;
import java.util.Optional;

/**
 * The content of a bucket.
 *
 * @param bucket its name
 * @param files number of files
 * @param records number of records
 * @param bytes size of the files
 * @param textBytes uncompressed size of the texts; 0 if no rows were read
 * @param sampling measured rate, from the manifests' counters
 * @param duplicatesRemoved number of rows that deduplication removed
 * @param nearDuplicatesRemoved number of rows that near-deduplication removed
 * @param duplicatesFound number of records whose id occurs again; 0 if not checked
 * @param statistics if requested
 */
public record BucketSummary(
    String bucket,
    long files,
    long records,
    long bytes,
    long textBytes,
    SamplingEstimate sampling,
    long duplicatesRemoved,
    long nearDuplicatesRemoved,
    long duplicatesFound,
    Optional<BucketStatistics> statistics) {
  /** Requires all components. */
  public BucketSummary {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(sampling, "sampling");
    Objects.requireNonNull(statistics, "statistics");
  }

  /** Size of the files divided by that of the texts; 0 without text. */
  public double compressionRatio() {
    return textBytes == 0 ? 0 : (double) bytes / textBytes;
  }

  /** Fraction of the records whose id occurs again. */
  public double duplicateRate() {
    return records == 0 ? 0 : (double) duplicatesFound / records;
  }
}
