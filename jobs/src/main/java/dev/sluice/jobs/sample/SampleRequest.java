package dev.sluice.jobs.sample;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings of a sample, that is, what to read and where to write.
 *
 * @param datasets the data sets in configuration order, which is the order of the output
 * @param seed the seed, which is part of every hash
 * @param output the output directory
 */
public record SampleRequest(List<DatasetRequest> datasets, long seed, Path output) {
  /**
   * The part of a request that concerns one data set.
   *
   * @param key the data set's key in the configuration
   * @param name name of the data set in the output's column {@code source_dataset}
   * @param source directory of the data set, as written in the configuration
   * @param textColumn the column or field of the texts
   * @param buckets the buckets in configuration order
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

  /**
   * The part of a request that concerns one bucket. It says how many rows to sample.
   *
   * @param key the bucket's key in the configuration, for messages
   * @param name name of the bucket as written in the configuration; part of the ids and of the
   *     output
   * @param count number of rows to sample, 0 or more
   * @param path directory of the bucket, relative to the data set's source
   * @param ids the requested rule for ids; if empty, the names of the files decide
   */
  public record BucketRequest(
      String key, String name, int count, String path, Optional<IdRule> ids) {
    /** Checks the count. */
    public BucketRequest {
      requireNonNull(key, "key");
      requireNonNull(name, "name");
      requireNonNull(path, "path");
      requireNonNull(ids, "ids");
      if (count < 0) {
        throw new IllegalArgumentException(
            "%s: count is %d, but must be 0 or more".formatted(key, count));
      }
    }
  }

  /** Decides what represents the file in the ids of its rows, {@code {bucket}#{file}#{row}}. */
  public enum IdRule {
    /**
     * The file's name. If several files of a bucket share a name, the same row numbers are selected
     * from each of them.
     */
    NAME,
    /** The file's path relative to the bucket's directory, with {@code /} as separator. */
    PATH,
    /** The id of the record, because topics have no files. */
    RECORD;

    /** Returns the name of the rule as used in configurations and reports. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A bucket of a data set. */
  public record Part(DatasetRequest dataset, BucketRequest bucket) {}

  /** Copies the data sets. */
  public SampleRequest {
    datasets = List.copyOf(datasets);
    requireNonNull(output, "output");
  }

  /** Returns all buckets of all data sets, in output order. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (DatasetRequest dataset : datasets) {
      dataset.buckets().forEach(bucket -> parts.add(new Part(dataset, bucket)));
    }
    return parts;
  }

  /** Returns everything that determines which rows are selected, as lines for comparison. */
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

  /** Returns a copy with the given output. */
  public SampleRequest into(Path directory) {
    return new SampleRequest(datasets, seed, directory);
  }

  /**
   * How to sample. Options never affect which rows the output contains. Only {@code maxRows},
   * {@code batchRows} and {@code level} affect its files: the boundaries of files and row groups,
   * and their compression.
   *
   * @param workers number of threads that hash, read and compress
   * @param ioWorkers number of threads that read footers
   * @param batchRows maximum number of rows of a row group, which one thread reads and compresses
   *     at a time
   * @param maxRows maximum number of rows of a file
   * @param level zstd level, 1 to 22
   */
  public record Options(int workers, int ioWorkers, int batchRows, int maxRows, int level) {
    /** The upper limit of the default number of threads. */
    public static final int MOST_DEFAULT_WORKERS = 32;

    /** The default maximum number of rows of a row group. */
    public static final int DEFAULT_BATCH_ROWS = 50_000;

    /** The default maximum number of rows of a file. */
    public static final int DEFAULT_MAX_ROWS = 500_000;

    /** The default zstd level. */
    public static final int DEFAULT_LEVEL = 3;

    private static final int MOST_THREADS = 1024;
    private static final int MOST_LEVEL = 22;

    /** Checks the ranges. */
    public Options {
      require("--workers", workers, MOST_THREADS);
      require("--io-workers", ioWorkers, MOST_THREADS);
      require("--batch-size", batchRows, Integer.MAX_VALUE);
      require("--max-rows", maxRows, Integer.MAX_VALUE);
      require("--compression-level", level, MOST_LEVEL);
    }

    /** Returns the number of files needed for this many rows. */
    public int parts(long rows) {
      return Math.toIntExact((rows + maxRows - 1) / maxRows);
    }

    private static void require(String option, int value, int most) {
      if (value < 1 || value > most) {
        throw new IllegalArgumentException(
            "%s %d: must be from 1 to %d".formatted(option, value, most));
      }
    }
  }
}
