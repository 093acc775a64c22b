package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What to sample of a data set.
 *
 * @param key what the configuration calls it
 * @param name what the output's column {@code source_dataset} calls it
 * @param source its directory, as it was written
 * @param textColumn the column or field that holds the texts
 * @param buckets in the order of the configuration
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
