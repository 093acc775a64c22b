package dev.sluice.app.report.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.jobs.duplicates.DuplicateFindings;
import dev.sluice.jobs.duplicates.DuplicateSurvey;
import dev.sluice.storage.text.TextColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The page about a deduplication. A function of its output, of the texts in its input, and of the
 * version of the program.
 */
public final class DuplicatePage {
  private DuplicatePage() {}

  /**
   * Reads the output of {@code dedup} and writes the page.
   *
   * @param report content of {@code dedup.json}
   * @param inputs of the job
   * @param columns that hold its texts
   * @param memoryBytes for the sizes of clusters
   * @return the page, in UTF-8
   * @throws IOException if the list of clusters cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(
      Path output, JsonNode report, List<String> inputs, TextColumns columns, long memoryBytes)
      throws IOException, InterruptedException {
    HtmlPage page =
        new HtmlPage(
            output.toAbsolutePath().normalize().getFileName().toString(),
            "Report of a deduplication",
            "Sluice " + ReleaseNumber.current() + ".");
    page.section("summary", "Summary", new DuplicateSummary(report)::write);
    Path clusters = output.resolve("_sluice").resolve("clusters.parquet");
    if (Files.exists(clusters)) {
      DuplicateFindings findings =
          DuplicateSurvey.read(
              clusters, report.path("clusters").asLong(), inputs, columns, memoryBytes);
      page.section("clusters", "Clusters", new ClusterSection(findings)::write);
      page.section("examples", "Examples", new DuplicateExamples(findings.examples())::write);
    }
    return page.section("files", "Files", new DuplicateFiles(report)::write)
        .section("arguments", "Arguments", new ArgumentSection(report.path("arguments"))::write)
        .bytes();
  }
}
