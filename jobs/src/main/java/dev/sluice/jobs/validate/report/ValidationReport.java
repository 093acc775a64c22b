package dev.sluice.jobs.validate.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.validate.report.Findings.CheckResult;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.storage.output.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a validation. Immutable.
 *
 * @param output the validated output
 * @param dataset source data set, from the version record
 * @param buckets the buckets in ascending order of score
 * @param nearDuplicates what texts say about removed near-duplicates; empty if there is no source,
 *     or near-deduplication is off
 * @param results the results of the requested checks
 * @param violations the first violations of each check
 * @param warnings the first warnings of each check
 */
public record ValidationReport(
    Path output,
    Optional<String> dataset,
    List<BucketSummary> buckets,
    Optional<NearDuplicateProof> nearDuplicates,
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

  /** Returns whether there are no violations. */
  public boolean passed() {
    return results.stream().allMatch(CheckResult::passed);
  }

  /** Returns the number of files in all buckets. */
  public long files() {
    return buckets.stream().mapToLong(BucketSummary::files).sum();
  }

  /** Returns the number of records in all buckets. */
  public long records() {
    return buckets.stream().mapToLong(BucketSummary::records).sum();
  }

  /** Returns the size of all files. */
  public long bytes() {
    return buckets.stream().mapToLong(BucketSummary::bytes).sum();
  }

  /** Returns the uncompressed size of all texts, or 0 if no rows were read. */
  public long textBytes() {
    return buckets.stream().mapToLong(BucketSummary::textBytes).sum();
  }

  /**
   * Returns the size of the files divided by the size of their texts, or 0 if no rows were read.
   */
  public double compressionRatio() {
    return textBytes() == 0 ? 0 : (double) bytes() / textBytes();
  }

  /** Formats the report as text that ends with a newline. */
  public String text() {
    return new ReportText(this).render();
  }

  /** Formats the report as a JSON document that ends with a newline. */
  public String json() {
    Map<String, Object> total = new LinkedHashMap<>();
    total.put("files", files());
    total.put("records", records());
    total.put("bytes", bytes());
    total.put("text_bytes", textBytes());
    total.put("compression_ratio", compressionRatio());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("output", output.toString());
    dataset.ifPresent(name -> json.put("dataset", name));
    json.put("passed", passed());
    json.put("buckets", buckets);
    json.put("total", total);
    nearDuplicates.ifPresent(proof -> json.put("near_duplicates", proof));
    Map<String, CheckResult> checks = new LinkedHashMap<>();
    results.forEach(result -> checks.put(result.check().key(), result));
    json.put("checks", checks);
    json.put("violations", violations);
    json.put("warnings", warnings);
    return new String(Json.write(json), UTF_8);
  }
}
