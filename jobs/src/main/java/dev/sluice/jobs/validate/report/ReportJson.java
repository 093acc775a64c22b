package dev.sluice.jobs.validate.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Outcome;
import dev.sluice.storage.output.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a report as JSON with sorted keys. */
final class ReportJson {
  private ReportJson() {}

  static String render(ValidationReport report) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("output", report.output().toString());
    report.dataset().ifPresent(dataset -> json.put("dataset", dataset));
    json.put("passed", report.passed());
    json.put("buckets", report.buckets().stream().map(ReportJson::bucket).toList());
    json.put("total", total(report));
    json.put("checks", checks(report));
    json.put("violations", findings(report.violations()));
    json.put("warnings", findings(report.warnings()));
    return new String(Json.write(json), UTF_8);
  }

  private static Map<String, Object> bucket(BucketSummary bucket) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bucket", bucket.bucket());
    json.put("files", bucket.files());
    json.put("records", bucket.records());
    json.put("bytes", bucket.bytes());
    json.put("text_bytes", bucket.textBytes());
    json.put("compression_ratio", bucket.compressionRatio());
    json.put("sampling", sampling(bucket.sampling()));
    json.put("duplicates_removed", bucket.duplicatesRemoved());
    if (Outcome.NEAR_DUPLICATES_REMOVED.isListed(bucket.nearDuplicatesRemoved())) {
      json.put("near_duplicates_removed", bucket.nearDuplicatesRemoved());
    }
    json.put("duplicates_found", bucket.duplicatesFound());
    json.put("duplicate_rate", bucket.duplicateRate());
    bucket.statistics().ifPresent(statistics -> json.put("statistics", statistics));
    return json;
  }

  private static Map<String, Object> sampling(SamplingEstimate sampling) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("expected", sampling.expected());
    json.put("measured", sampling.isMeasured() ? sampling.measured() : null);
    json.put("low", sampling.isMeasured() ? sampling.low() : null);
    json.put("high", sampling.isMeasured() ? sampling.high() : null);
    json.put("error", sampling.isMeasured() ? sampling.error() : null);
    json.put("rows", sampling.rows());
    return json;
  }

  private static Map<String, Object> total(ValidationReport report) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("files", report.files());
    json.put("records", report.records());
    json.put("bytes", report.bytes());
    json.put("text_bytes", report.textBytes());
    json.put("compression_ratio", report.compressionRatio());
    return json;
  }

  private static Map<String, Object> checks(ValidationReport report) {
    Map<String, Object> json = new LinkedHashMap<>();
    for (CheckResult result : report.results()) {
      json.put(
          result.check().key(),
          Map.of(
              "passed",
              result.passed(),
              "violations",
              result.violations(),
              "warnings",
              result.warnings()));
    }
    return json;
  }

  private static List<Map<String, Object>> findings(List<Finding> findings) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Finding finding : findings) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("check", finding.check().key());
      json.put("file", finding.file());
      finding.row().ifPresent(row -> json.put("row", row));
      json.put("message", finding.message());
      list.add(json);
    }
    return list;
  }
}
