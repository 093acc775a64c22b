package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What to sample, and where to write it.
 *
 * @param datasets in configuration order, which is the order of the output
 * @param seed part of every hash
 * @param output directory
 */
public record SampleRequest(List<DatasetRequest> datasets, long seed, Path output) {
  /** A bucket of a data set. */
  public record Part(DatasetRequest dataset, BucketRequest bucket) {}

  /** Copies the data sets. */
  public SampleRequest {
    datasets = List.copyOf(datasets);
    requireNonNull(output, "output");
  }

  /** All buckets of all data sets, in output order. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (DatasetRequest dataset : datasets) {
      dataset.buckets().forEach(bucket -> parts.add(new Part(dataset, bucket)));
    }
    return parts;
  }

  /** Everything that determines which rows are selected, one line each, for comparison. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(List.of("random_seed: " + seed));
    for (Part part : parts()) {
      DatasetRequest dataset = part.dataset();
      BucketRequest bucket = part.bucket();
      lines.add(
          "%s: %d rows of %s/%s, column %s, as %s, ids %s"
              .formatted(
                  bucket.key(),
                  bucket.count(),
                  dataset.source(),
                  bucket.path(),
                  dataset.textColumn(),
                  dataset.name(),
                  bucket.ids().map(IdRule::text).orElse("auto")));
    }
    return lines;
  }

  /** The same with another output. */
  public SampleRequest into(Path directory) {
    return new SampleRequest(datasets, seed, directory);
  }
}
