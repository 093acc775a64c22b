package dev.sluice.app.report.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;

/** The page about an analysis. A function of its report and the version of the program. */
public final class AnalysisPage {
  private AnalysisPage() {}

  /**
   * The page.
   *
   * @param report content of {@code analysis.json}
   * @return the page, in UTF-8
   */
  public static byte[] of(JsonNode report) {
    HtmlPage page =
        new HtmlPage(
            "Analysis", "Report of an analysis", "Sluice " + ReleaseNumber.current() + ".");
    page.section("summary", "Summary", new AnalysisSummary(report)::write);
    if (!report.path("rules").isEmpty()) {
      page.section("rules", "What filters would drop", new RuleSection(report)::write);
    }
    if (!report.path("numbers").isEmpty()) {
      NumberSection numbers = new NumberSection(report);
      page.section("numbers", "Quantiles", numbers::writeQuantiles);
      page.section("distributions", "Distributions", numbers::writeCharts);
    }
    if (!report.path("labels").isEmpty()) {
      page.section("labels", "Labels", new FrequentLabels(report.path("labels"))::write);
    }
    return page.section(
            "arguments", "Arguments", new ArgumentSection(report.path("arguments"))::write)
        .bytes();
  }
}
