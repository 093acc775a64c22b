package dev.sluice.jobs.validate.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a bucket, in the form of the report's JSON.
 *
 * @param bucket name of the bucket
 * @param files number of files
 * @param records number of records
 * @param bytes size of the files
 * @param textBytes uncompressed size of the texts; 0 if no rows were read
 * @param sampling measured rate, from the manifests' counters
 * @param duplicatesRemoved number of rows that deduplication removed
 * @param nearDuplicatesRemoved number of rows that near-deduplication removed
 * @param duplicatesFound number of records whose id occurs again; 0 if not checked
 * @param statistics null if not requested
 */
public record BucketSummary(
    String bucket,
    long files,
    long records,
    long bytes,
    long textBytes,
    SamplingEstimate sampling,
    long duplicatesRemoved,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long nearDuplicatesRemoved,
    long duplicatesFound,
    @JsonInclude(JsonInclude.Include.NON_NULL) Statistics statistics) {
  /**
   * Lengths, scores and dumps of a bucket. All numbers of an empty bucket are 0.
   *
   * @param minTextBytes length of the shortest text
   * @param meanTextBytes mean length
   * @param maxTextBytes length of the longest text
   * @param minScore lowest score
   * @param meanScore mean score
   * @param maxScore highest score
   * @param dumps the dumps by name; a single one with an empty name if shards are not laid out by
   *     dump
   */
  public record Statistics(
      long minTextBytes,
      double meanTextBytes,
      long maxTextBytes,
      double minScore,
      double meanScore,
      double maxScore,
      SortedMap<String, Dump> dumps) {
    /** Copies the map. */
    public Statistics {
      dumps = Collections.unmodifiableSortedMap(new TreeMap<>(dumps));
    }
  }

  /**
   * The documents of one dump in a bucket.
   *
   * @param files number of files
   * @param records number of records
   * @param bytes size of the files
   */
  public record Dump(long files, long records, long bytes) {
    /** Returns the sum of the documents of two dumps. */
    public Dump plus(Dump other) {
      return new Dump(files + other.files, records + other.records, bytes + other.bytes);
    }
  }

  /** Requires a name and a rate. */
  public BucketSummary {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(sampling, "sampling");
  }

  /** Returns the size of the files divided by the size of the texts, or 0 if there are no texts. */
  @JsonProperty
  public double compressionRatio() {
    return textBytes == 0 ? 0 : (double) bytes / textBytes;
  }

  /** Returns the fraction of records that repeat the id of an earlier record. */
  @JsonProperty
  public double duplicateRate() {
    return records == 0 ? 0 : (double) duplicatesFound / records;
  }
}
