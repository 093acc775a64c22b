package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How many rows to sample of a bucket.
 *
 * @param key where the configuration has it, for messages
 * @param name the bucket's name as it was written; part of ids and of the output
 * @param count rows, 0 or more
 * @param path its directory below the data set's source
 * @param ids the rule that was asked for; empty leaves it to the files' names
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
