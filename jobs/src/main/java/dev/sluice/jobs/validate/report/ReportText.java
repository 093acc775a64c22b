package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.counted;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.validate.report.BucketSummary.Statistics;
import dev.sluice.jobs.validate.report.Findings.CheckResult;
import dev.sluice.jobs.validate.report.Findings.Finding;
import java.util.List;

/** Formats a report as text. Used once. */
final class ReportText {
  private final ValidationReport report;
  private final StringBuilder text = new StringBuilder();

  ReportText(ValidationReport report) {
    this.report = report;
  }

  String render() {
    line("=== Validation report: %s ===", report.dataset().orElse(report.output().toString()));
    line("");
    report.buckets().forEach(this::bucket);
    total();
    report.nearDuplicates().ifPresent(this::nearDuplicates);
    checks();
    findings("Warnings", report.warnings());
    findings("Violations", report.violations());
    line("Result: %s", report.passed() ? "PASSED" : "FAILED");
    return text.toString();
  }

  private void bucket(BucketSummary bucket) {
    line("Bucket %s:", bucket.bucket());
    line("  - files: %s", count(bucket.files()));
    line("  - records: %s", count(bucket.records()));
    line("  - size: %s", ByteSize.approximate(bucket.bytes()));
    compression(bucket.compressionRatio(), bucket.textBytes());
    line("  - sampling rate: %s", rate(bucket.sampling()));
    line(
        "  - duplicate rate: %s (already removed: %s)",
        percent(bucket.duplicateRate(), 2), count(bucket.duplicatesRemoved()));
    if (bucket.nearDuplicatesRemoved() > 0) {
      line("  - near-duplicates removed: %s", count(bucket.nearDuplicatesRemoved()));
    }
    if (bucket.statistics() != null) {
      statistics(bucket.statistics());
    }
    line("");
  }

  private static String rate(SamplingEstimate sampling) {
    String expected = percent(sampling.expected(), 2);
    return sampling.isMeasured()
        ? "%s (expected: %s; 95%% interval: %s to %s)"
            .formatted(
                percent(sampling.measured(), 2),
                expected,
                percent(sampling.low(), 2),
                percent(sampling.high(), 2))
        : "not measured, because there are no rows (expected: %s)".formatted(expected);
  }

  private void statistics(Statistics statistics) {
    line(
        "  - text: %s to %s, mean %s",
        ByteSize.approximate(statistics.minTextBytes()),
        ByteSize.approximate(statistics.maxTextBytes()),
        ByteSize.approximate(Math.round(statistics.meanTextBytes())));
    double mean = Math.rint(1e4 * statistics.meanScore()) / 1e4;
    line(
        "  - score: %s to %s, mean %s",
        statistics.minScore(),
        statistics.maxScore(),
        Math.max(statistics.minScore(), Math.min(statistics.maxScore(), mean)));
    statistics
        .dumps()
        .forEach(
            (dump, part) -> {
              if (!dump.isEmpty()) {
                line(
                    "  - %s: %s, %s, %s",
                    dump,
                    counted(part.records(), "record"),
                    counted(part.files(), "file"),
                    ByteSize.approximate(part.bytes()));
              }
            });
  }

  private void total() {
    line("Total:");
    line("  - files: %s", count(report.files()));
    line("  - records: %s", count(report.records()));
    line("  - size: %s", ByteSize.approximate(report.bytes()));
    compression(report.compressionRatio(), report.textBytes());
    line("");
  }

  private void compression(double ratio, long textBytes) {
    if (textBytes > 0) {
      line(
          "  - compression ratio: %s (%s of text)",
          percent(ratio, 1), ByteSize.approximate(textBytes));
    }
  }

  private void nearDuplicates(NearDuplicateProof proof) {
    line("Near-duplicates:");
    line(
        "  - removed: %s; the texts of %s of them were compared",
        count(proof.removed()), count(proof.compared()));
    line(
        "  - contained in a kept document: by %.4f or more (threshold: %s; below it: %s)",
        proof.least(), proof.threshold(), count(proof.below()));
    for (NearDuplicateProof.Pair pair : proof.worst()) {
      line(
          "  - %s (%s row %d) in %s: %.4f, estimated %.4f",
          pair.id(), pair.file(), pair.row(), pair.keptId(), pair.share(), pair.estimated());
      pair.text().lines().forEach(each -> line("      removed | %s", each));
      pair.keptText().lines().forEach(each -> line("      kept    | %s", each));
    }
    line("");
  }

  private void checks() {
    line("Checks:");
    for (CheckResult result : report.results()) {
      line(
          "  - %s: %s",
          result.check().key(),
          result.passed()
              ? "passed" + warned(result)
              : "FAILED, " + counted(result.violations(), "violation") + warned(result));
    }
    line("");
  }

  private static String warned(CheckResult result) {
    return result.warnings() == 0 ? "" : ", " + counted(result.warnings(), "warning");
  }

  private void findings(String title, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    line("%s (at most %d of each check):", title, Findings.LISTED);
    findings.forEach(finding -> line("  - %s: %s", finding.check().key(), finding.line()));
    line("");
  }

  private void line(String format, Object... values) {
    text.append(format.formatted(values)).append('\n');
  }
}
