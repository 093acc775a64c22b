package dev.sluice.app.report.job;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.range;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Tiles;
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
  private static final int LONGEST = 300;

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
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Result", report.passed() ? "passed" : "failed");
    Tiles.add(html, "Violations", count(sum(true)));
    Tiles.add(html, "Warnings", count(sum(false)));
    Tiles.add(html, "Documents", count(report.records()));
    Tiles.add(html, "Files", count(report.files()));
    Tiles.add(html, "Size of the files", ByteSize.approximate(report.bytes()));
    Tiles.add(html, "Text", ByteSize.approximate(report.textBytes()));
    html.closeLine();
  }

  private long sum(boolean violations) {
    return report.results().stream()
        .mapToLong(result -> violations ? result.violations() : result.warnings())
        .sum();
  }

  private void checks(HtmlWriter html) {
    List<HtmlTable.Column> columns =
        List.of(text("Check"), text("Result"), number("Violations"), number("Warnings"));
    try (HtmlTable table = new HtmlTable(html, "Results of the checks", columns)) {
      for (CheckResult result : report.results()) {
        table
            .row(result.check().key())
            .cell(result.passed() ? "passed" : "failed")
            .cell(count(result.violations()))
            .cell(count(result.warnings()))
            .end();
      }
    }
  }

  private static void findings(HtmlWriter html, List<Finding> findings) {
    if (findings.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    String caption = "At most %d of each check".formatted(Findings.LISTED);
    List<HtmlTable.Column> columns =
        List.of(text("File"), number("Row"), text("Check"), text("What is wrong"));
    try (HtmlTable table = new HtmlTable(html, caption, columns)) {
      for (Finding finding : findings) {
        table
            .row(Excerpt.of(finding.file(), LONGEST))
            .cell(finding.row().isPresent() ? count(finding.row().getAsLong()) : "")
            .cell(finding.check().key())
            .foreign(Excerpt.of(finding.message(), LONGEST))
            .end();
      }
    }
  }

  private void buckets(HtmlWriter html) {
    List<HtmlTable.Column> columns =
        List.of(
            text("Bucket"),
            number("Documents"),
            number("Files"),
            number("Size"),
            number("Configured rate"),
            number("Measured rate"),
            number("95% interval"),
            number("Scores"),
            number("Texts"));
    try (HtmlTable table = new HtmlTable(html, "What the buckets hold", columns)) {
      report.buckets().forEach(bucket -> row(table, bucket));
    }
  }

  private static void row(HtmlTable table, BucketSummary bucket) {
    SamplingEstimate rate = bucket.sampling();
    table
        .row(bucket.bucket())
        .cell(count(bucket.records()))
        .cell(count(bucket.files()))
        .cell(ByteSize.approximate(bucket.bytes()))
        .cell(percent(rate.expected(), 2))
        .cell(rate.isMeasured() ? percent(rate.measured(), 2) : "no rows")
        .cell(
            rate.isMeasured() ? percent(rate.low(), 2) + " to " + percent(rate.high(), 2) : "none")
        .cell(bucket.statistics().map(ValidationPage::scores).orElse(""))
        .cell(bucket.statistics().map(ValidationPage::lengths).orElse(""))
        .end();
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
