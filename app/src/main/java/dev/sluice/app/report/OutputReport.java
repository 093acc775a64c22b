package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.page.RunTables;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.survey.ShardReading;
import dev.sluice.jobs.survey.ShardValues;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.ManifestSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The report of an output: one page of bounded size that needs no other file. A function of the
 * output, its place, and the version of the program: the same output gives the same bytes.
 */
public final class OutputReport {
  private final SealedOutput sealed;
  private final Optional<ShardValues> values;
  private final SortedMap<String, String> settings;
  private final List<RunDocument> runs;

  private OutputReport(
      SealedOutput sealed,
      Optional<ShardValues> values,
      SortedMap<String, String> settings,
      List<RunDocument> runs) {
    this.sealed = sealed;
    this.values = values;
    this.settings = settings;
    this.runs = runs;
  }

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
    SealedOutput sealed = SealedOutput.open(root);
    return new OutputReport(
            sealed,
            ShardReading.read(sealed, threads, progress),
            OutputOwner.remembered(Optional.of(root)),
            RunFile.ofOutput(root))
        .page();
  }

  private byte[] page() {
    String name = settings.getOrDefault("dataset.name", "");
    String version = settings.getOrDefault("dataset.version", "");
    Path root = sealed.root();
    String title =
        name.isEmpty()
            ? root.toAbsolutePath().normalize().getFileName().toString()
            : name + " " + version;
    HtmlPage page =
        new HtmlPage(title, "Report of an output", "Sluice " + ReleaseNumber.current() + ".")
            .section("summary", "Summary", this::summary)
            .section("buckets", "Buckets", new BucketSection(sealed, values)::write)
            .section("dumps", "Dumps", new DumpSection(sealed)::write);
    values.ifPresent(
        all ->
            page.section(
                "values",
                "Scores and lengths",
                new ValueSection(sealed.content().buckets(), all)::write));
    DroppedSection dropped =
        new DroppedSection(
            sealed.manifests(),
            runs.stream().flatMap(each -> each.state().dropped().stream()).toList());
    return page.section("dropped", "What was dropped", dropped::write)
        .section("run", "How it ran", this::run)
        .bytes();
  }

  /** The few numbers that everybody asks for first. */
  private void summary(HtmlWriter html) {
    ManifestSet manifests = sealed.manifests();
    long rows = manifests.total(Counters.ROWS);
    long kept = manifests.total(Outcome.KEPT.key());
    html.tiles().tile("Documents", kept);
    html.tile("Text", ByteSize.approximate(DumpSection.textBytes(manifests)));
    html.tile("Size of the files", ByteSize.approximate(DumpSection.bytes(manifests)));
    html.tile("Shards", manifests.files().size());
    html.tile("Dumps", manifests.dumps().size());
    html.tile("Rows read", rows);
    html.tile("Kept of them", rows == 0 ? "none" : percent((double) kept / rows, 1));
    html.closeLine();
  }

  /** How the output was made: processes, figures over time, and what happened. */
  private void run(HtmlWriter html) {
    if (runs.isEmpty()) {
      html.element(
          "p",
          "Nothing was recorded while this output was made, or the record was removed with its"
              + " work directory.");
      return;
    }
    html.note("Times are in UTC.");
    for (RunDocument run : runs) {
      if (runs.size() > 1) {
        html.element("h3", run.job());
      }
      RunTables.charts(html, run.series());
      RunTables.processes(html, run.processes(), ZoneOffset.UTC);
      RunTables.events(html, run.events(), ZoneOffset.UTC);
    }
  }
}
