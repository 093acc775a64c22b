package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.duplicates.ClusterMemberRow;
import dev.sluice.jobs.duplicates.DuplicateFindings;
import dev.sluice.jobs.duplicates.DuplicateFindings.Choice;
import dev.sluice.jobs.duplicates.DuplicateFindings.Example;
import dev.sluice.jobs.duplicates.DuplicateFindings.LargeCluster;
import dev.sluice.jobs.duplicates.DuplicateFindings.SizeClass;
import dev.sluice.jobs.duplicates.DuplicateSurvey;
import dev.sluice.storage.text.TextColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The page about a deduplication. A function of its output, of the texts in its input, and of the
 * version of the program.
 */
public final class DuplicatePage {
  private static final int FILES = 50;

  /** So much of the text of an example is shown. */
  private static final int SHOWN_CHARS = 1_500;

  /** Further figures of the report, if it has them. */
  private static final Map<String, String> MORE = new LinkedHashMap<>();

  static {
    MORE.put("clusters", "Clusters");
    MORE.put("largest_cluster", "Documents in the largest cluster");
    MORE.put("rows_changed", "Rows changed");
    MORE.put("units_read", "Paragraphs or lines read");
    MORE.put("units_removed", "Paragraphs or lines removed");
    MORE.put("most_repeated", "Occurrences of the most frequent one");
    MORE.put("rows_rejected", "Rejected");
  }

  private final JsonNode report;

  private DuplicatePage(JsonNode report) {
    this.report = report;
  }

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
    DuplicatePage content = new DuplicatePage(report);
    String name = output.toAbsolutePath().normalize().getFileName().toString();
    HtmlPage page =
        new HtmlPage(name, "Report of a deduplication", "Sluice " + ReleaseNumber.current() + ".")
            .section("summary", "Summary", content::summary);
    Path clusters = output.resolve("_sluice").resolve("clusters.parquet");
    if (Files.exists(clusters)) {
      DuplicateFindings findings =
          DuplicateSurvey.read(
              clusters, report.path("clusters").asLong(), inputs, columns, memoryBytes);
      page.section("clusters", "Clusters", html -> clusters(html, findings));
      page.section("examples", "Examples", html -> examples(html, findings.examples()));
    }
    return page.section("files", "Files", content::files)
        .section("arguments", "Arguments", html -> AnalysisPage.arguments(html, report))
        .bytes();
  }

  private void summary(HtmlWriter html) {
    long read = report.path("rows_read").asLong();
    long removed = report.path("duplicates_removed").asLong();
    long text = report.path("text_bytes_read").asLong();
    long kept = report.path("text_bytes_kept").asLong();
    html.tiles().tile("Rows read", read);
    html.tile("Kept", report.path("rows_kept").asLong());
    html.tile("Duplicates removed", removed);
    html.tile("Share removed", read == 0 ? "none" : percent((double) removed / read, 2));
    html.tile("Text read", ByteSize.approximate(text));
    html.tile("Text removed", ByteSize.approximate(text - kept));
    MORE.forEach(
        (key, name) -> {
          if (report.has(key)) {
            html.tile(name, report.path(key).asLong());
          }
        });
    html.closeLine();
  }

  private static void clusters(HtmlWriter html, DuplicateFindings findings) {
    if (findings.sizes().isEmpty()) {
      html.element("p", "No near-duplicates were found.");
      return;
    }
    double most = findings.sizes().stream().mapToLong(SizeClass::clusters).max().orElse(1);
    try (HtmlTable table =
        new HtmlTable(html, "Clusters by size", "Documents in a cluster", "+Clusters", "Share")) {
      for (SizeClass size : findings.sizes()) {
        table.row(range(size), size.clusters(), new Bar(size.clusters() / most, 0));
      }
    }
    if (findings.similarities().isEmpty()) {
      html.element("p", "Similarities are not known: pairs were not compared.");
    } else {
      similarities(html, findings.similarities());
    }
    try (HtmlTable table =
        new HtmlTable(
            html, "The largest clusters", "Document that was kept", "+Documents", "File", "+Row")) {
      for (LargeCluster cluster : findings.largest()) {
        ClusterMemberRow kept = cluster.survivor();
        table.row(kept.id(), cluster.documents(), kept.file(), kept.row());
      }
    }
  }

  private static String range(SizeClass size) {
    if (size.from() == size.to()) {
      return count(size.from());
    }
    return size.to() == Long.MAX_VALUE
        ? count(size.from()) + " and more"
        : count(size.from()) + " to " + count(size.to());
  }

  private static void similarities(HtmlWriter html, List<Long> counts) {
    int first = 0;
    while (counts.get(first) == 0) {
      first++;
    }
    List<HistogramChart.Bar> bars = new ArrayList<>();
    double width = 1.0 / DuplicateFindings.BARS;
    for (int i = Math.min(first, counts.size() - 5); i < counts.size(); i++) {
      bars.add(new HistogramChart.Bar(i * width, (i + 1) * width, counts.get(i), 0));
    }
    List<Double> marks = new ArrayList<>();
    for (int twentieth = 0; twentieth <= 20; twentieth++) {
      if (twentieth / 20.0 >= bars.get(0).from() - 1e-9) {
        marks.add(twentieth / 20.0);
      }
    }
    String description =
        "Removed documents by similarity to the document that was kept, from %s to 1."
            .formatted(trimmed(bars.get(0).from(), 2));
    new HistogramChart("Similarity of removed documents", description, "similarity", false, bars)
        .write(html, marks, mark -> trimmed(mark, 2));
  }

  /** Removed documents beside those that were kept. */
  private static void examples(HtmlWriter html, List<Example> examples) {
    if (examples.isEmpty()) {
      html.element("p", "There is no removed document.");
    }
    for (Example example : examples) {
      OptionalDouble similarity = example.removed().similarity();
      String why = example.why() == Choice.LEAST_SIMILAR ? "Least similar" : "In a large cluster";
      String shown =
          similarity.isPresent()
              ? "similarity " + trimmed(similarity.getAsDouble(), 4)
              : "not compared";
      html.element("h3", why + ": " + shown).open("div", "class", "beside");
      document(html, "Kept", example.kept(), example.keptText());
      document(html, "Removed", example.removed(), example.removedText());
      html.closeLine();
    }
  }

  private static void document(
      HtmlWriter html, String what, ClusterMemberRow row, Optional<String> text) {
    html.open("div").open("p", "class", "note").text(what + ": ");
    html.foreign(Figures.cut(row.id(), HtmlTable.MOST_CHARS)).text(", ");
    html.foreign(Figures.cut(row.file(), HtmlTable.MOST_CHARS)).text(" row " + count(row.row()));
    html.closeLine().open("div", "dir", "auto");
    html.text(
        text.map(all -> Figures.cut(all, SHOWN_CHARS))
            .orElse("The input cannot be read any more."));
    html.close().close();
  }

  /** The files of which most was removed. */
  private void files(HtmlWriter html) {
    List<JsonNode> files = new ArrayList<>();
    report.path("by_file").forEach(files::add);
    files.sort(Comparator.comparingLong(DuplicatePage::removed).reversed());
    String caption =
        files.size() <= FILES
            ? "Rows by file"
            : "Rows by file: the %d of %s files of which most were removed"
                .formatted(FILES, count(files.size()));
    try (HtmlTable table =
        new HtmlTable(html, caption, "File", "+Rows", "+Removed", "Share", "+of the file")) {
      for (JsonNode file : files.stream().limit(FILES).toList()) {
        long rows = file.path("rows_read").asLong();
        double share = rows == 0 ? 0 : (double) removed(file) / rows;
        Bar bar = new Bar(share, 1);
        table.row(file.path("file").asText(), rows, removed(file), bar, percent(share, 1));
      }
    }
  }

  private static long removed(JsonNode file) {
    return file.path("duplicates_removed").asLong();
  }
}
