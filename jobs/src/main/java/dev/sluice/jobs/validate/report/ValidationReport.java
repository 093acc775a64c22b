package dev.sluice.jobs.validate.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What validation found: a value.
 *
 * @param output that was validated
 * @param dataset that it was made from, as its version record says
 * @param buckets ascending by score
 * @param results of the checks that were asked for
 * @param violations the first of each check
 * @param warnings the first of each check
 */
public record ValidationReport(
    Path output,
    Optional<String> dataset,
    List<BucketSummary> buckets,
    List<CheckResult> results,
    List<Finding> violations,
    List<Finding> warnings) {
  /** Copies the lists. */
  public ValidationReport {
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(dataset, "dataset");
    buckets = List.copyOf(buckets);
    results = List.copyOf(results);
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  /** Whether every rule holds. */
  public boolean passed() {
    return results.stream().allMatch(CheckResult::passed);
  }

  /** Files of all buckets. */
  public long files() {
    return buckets.stream().mapToLong(BucketSummary::files).sum();
  }

  /** Records of all buckets. */
  public long records() {
    return buckets.stream().mapToLong(BucketSummary::records).sum();
  }

  /** Bytes of all files. */
  public long bytes() {
    return buckets.stream().mapToLong(BucketSummary::bytes).sum();
  }

  /** Bytes of all texts, uncompressed; 0 where no rows were read. */
  public long textBytes() {
    return buckets.stream().mapToLong(BucketSummary::textBytes).sum();
  }

  /** Bytes of the files by bytes of their texts; 0 where no rows were read. */
  public double compressionRatio() {
    return textBytes() == 0 ? 0 : (double) bytes() / textBytes();
  }

  /** The report for people, in English, with a newline at its end. */
  public String text() {
    return new ReportText(this).render();
  }

  /** The report as a JSON document, with a newline at its end. */
  public String json() {
    return ReportJson.render(this);
  }
}
