package dev.sluice.app.report;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.jobs.survey.ShardValues;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.settings.load.ContentConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The report of an output: one page of bounded size that needs no other file. A function of the
 * output, its place, and the version of the program: the same output gives the same bytes.
 */
public final class OutputReport {
  private OutputReport() {}

  /**
   * Reads an output and writes its report.
   *
   * @param root of the output
   * @param threads for reading shards, 1 or more
   * @return the page, in UTF-8
   * @throws dev.sluice.jobs.text.JobRefusedException if there is no output, or nothing of it is
   *     sealed
   * @throws IOException if it cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(Path root, int threads, JobProgress progress)
      throws IOException, InterruptedException {
    ReportedOutput output = ReportedOutput.read(root, threads, progress);
    HtmlPage page =
        new HtmlPage(
                output.title(), "Report of an output", "Sluice " + ReleaseNumber.current() + ".")
            .section("summary", "Summary", new SummarySection(output)::write)
            .section("buckets", "Buckets", new BucketSection(output)::write)
            .section("dumps", "Dumps", new DumpSection(output)::write);
    output.values().ifPresent(values -> addValues(page, output.sealed().content(), values));
    DroppedSection dropped =
        new DroppedSection(
            output.sealed().manifests(), output.run().map(RunDocument::dropped).orElse(List.of()));
    return page.section("dropped", "What was dropped", dropped::write)
        .section("run", "How it ran", new RunSection(output.run())::write)
        .section("load", "How to load it", new LoadSection(output.sealed())::write)
        .section("again", "How to make it again", output.again()::write)
        .bytes();
  }

  private static void addValues(HtmlPage page, ContentConfiguration content, ShardValues values) {
    page.section(
        "values", "Scores and lengths", new ValueSection(content.buckets(), values)::write);
    LabelSection labels = new LabelSection(values);
    labels.title().ifPresent(title -> page.section("sources", title, labels::write));
  }
}
