package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.range;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.validate.report.BucketStatistics;
import dev.sluice.jobs.validate.report.BucketSummary;
import dev.sluice.jobs.validate.report.CheckResult;
import dev.sluice.jobs.validate.report.Finding;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import dev.sluice.jobs.validate.report.ValidationReport;
import java.util.List;

/** The page about a validation. A function of its result and the version of the program. */
public final class ValidationPage {
  private final ValidationReport report;

  private ValidationPage(ValidationReport report) {
    this.report = report;
  }

  /** The page, in UTF-8. */
  public static byte[] of(ValidationReport report) {
    ValidationPage page = new ValidationPage(report);
    return new HtmlPage(
            report.output().toString(),
            "Report of a validation",
            "Sluice " + ReleaseNumber.current() + ".")
        .section("summary", report.passed() ? "Passed" : "Failed", page::summary)
        .section("checks", "Checks", page::checks)
        .section("violations", "Violations", html -> findings(html, report.violations()))
        .section("warnings", "Warnings", html -> findings(html, report.warnings()))
        .section("buckets", "Buckets", page::buckets)
        .bytes();
  }

  private void summary(HtmlWriter html) {
    html.tiles();
    html.tile("Result", report.passed() ? "passed" : "failed");
    html.tile("Violations", sum(true));
    html.tile("Warnings", sum(false));
    html.tile("Documents", report.records());
    html.tile("Files", report.files());
    html.tile("Size of the files", ByteSize.approximate(report.bytes()));
    html.tile("Text", ByteSize.approximate(report.textBytes()));
    html.closeLine();
  }

  private long sum(boolean violations) {
    return report.results().stream()
        .mapToLong(result -> violations ? result.violations() : result.warnings())
        .sum();
  }

  private void checks(HtmlWriter html) {
    String caption = "Results of the checks";
    try (HtmlTable table =
        new HtmlTable(html, caption, "Check", "Result", "+Violations", "+Warnings")) {
      for (CheckResult result : report.results()) {
        String passed = result.passed() ? "passed" : "failed";
        table.row(result.check().key(), passed, result.violations(), result.warnings());
      }
    }
  }

  private static void findings(HtmlWriter html, List<Finding> findings) {
    if (findings.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    String caption = "At most %d of each check".formatted(Findings.LISTED);
    try (HtmlTable table = new HtmlTable(html, caption, "File", "+Row", "Check", "What is wrong")) {
      for (Finding finding : findings) {
        Object row = finding.row().isPresent() ? (Object) finding.row().getAsLong() : "";
        table.row(finding.file(), row, finding.check().key(), finding.message());
      }
    }
  }

  private void buckets(HtmlWriter html) {
    try (HtmlTable table =
        new HtmlTable(
            html,
            "What the buckets hold",
            "Bucket",
            "+Documents",
            "+Files",
            "+Size",
            "+Configured rate",
            "+Measured rate",
            "+95% interval",
            "+Scores",
            "+Texts")) {
      report.buckets().forEach(bucket -> table.row(bucket.bucket(), cells(bucket)));
    }
  }

  private static List<Object> cells(BucketSummary bucket) {
    SamplingEstimate rate = bucket.sampling();
    boolean measured = rate.isMeasured();
    return List.of(
        bucket.records(),
        bucket.files(),
        ByteSize.approximate(bucket.bytes()),
        percent(rate.expected(), 2),
        measured ? percent(rate.measured(), 2) : "no rows",
        measured ? percent(rate.low(), 2) + " to " + percent(rate.high(), 2) : "none",
        bucket.statistics().map(ValidationPage::scores).orElse(""),
        bucket.statistics().map(ValidationPage::lengths).orElse(""));
  }

  private static String scores(BucketStatistics statistics) {
    return range(statistics.minScore(), statistics.maxScore(), 3);
  }

  private static String lengths(BucketStatistics statistics) {
    return ByteSize.approximate(statistics.minTextBytes())
        + " to "
        + ByteSize.approximate(statistics.maxTextBytes());
  }
}
