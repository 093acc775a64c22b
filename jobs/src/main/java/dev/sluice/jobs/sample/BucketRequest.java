package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How many rows to sample from a bucket.
 *
 * @param key in the configuration, for messages
 * @param name as written in the configuration; part of ids and of the output
 * @param count number of rows, 0 or more
 * @param path its directory relative to the data set's source
 * @param ids requested rule; if empty, the names of the files decide
 */
public record BucketRequest(String key, String name, int count, String path, Optional<IdRule> ids) {
  /** Checks the count. */
  public BucketRequest {
    requireNonNull(key, "key");
    requireNonNull(name, "name");
    requireNonNull(path, "path");
    requireNonNull(ids, "ids");
    if (count < 0) {
      throw new IllegalArgumentException("%s: count %d is negative".formatted(key, count));
    }
  }
}
