package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What to sample from a data set.
 *
 * @param key in the configuration
 * @param name in the output's column {@code source_dataset}
 * @param source its directory, as written in the configuration
 * @param textColumn column or field of the texts
 * @param buckets in configuration order
 */
public record DatasetRequest(
    String key, String name, String source, String textColumn, List<BucketRequest> buckets) {
  /** Copies the buckets. */
  public DatasetRequest {
    requireNonNull(key, "key");
    requireNonNull(name, "name");
    requireNonNull(source, "source");
    requireNonNull(textColumn, "textColumn");
    buckets = List.copyOf(buckets);
  }
}
