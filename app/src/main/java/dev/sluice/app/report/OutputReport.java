package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.page.RunTables;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.jobs.analyze.AnalysisReport;
import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.jobs.survey.ShardReading;
import dev.sluice.jobs.survey.ShardReading.ShardValues;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Writes the report of an output. The report is one page of bounded size that needs no other file.
 * The page depends only on the output, its place, and the version of the program, so the same
 * output gives the same bytes.
 */
public final class OutputReport {
  /** The maximum number of listed buckets, so that the page stays small. */
  private static final int MOST_BUCKETS = 60;

  /** The maximum number of buckets for which the table of dumps has a column each. */
  private static final int MOST_COLUMNS = 8;

  private static final int MOST_REASONS = 12;
  private static final int MOST_EXAMPLES = 3;

  private final SealedOutput sealed;
  private final ManifestSet manifests;
  private final List<Bucket> buckets;
  private final Optional<ShardValues> values;
  private final List<RunDocument> runs;
  private final Optional<NearDuplicateSection> nearDuplicates;

  private OutputReport(
      SealedOutput sealed,
      Optional<ShardValues> values,
      List<RunDocument> runs,
      Optional<NearDuplicateSection> nearDuplicates) {
    this.nearDuplicates = nearDuplicates;
    this.sealed = sealed;
    this.manifests = sealed.manifests();
    List<Bucket> all = sealed.content().buckets();
    this.buckets = all.subList(0, Math.min(MOST_BUCKETS, all.size()));
    this.values = values;
    this.runs = runs;
  }

  /**
   * Reads an output and writes its report.
   *
   * @param root root of the output
   * @param source root of its input, for the texts of removed near-duplicates
   * @param threads number of threads for reading shards, at least 1
   * @return the page, in UTF-8
   * @throws dev.sluice.jobs.text.JobRefusedException if there is no output, or no part of it is
   *     sealed
   * @throws IOException if reading fails
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(Path root, Optional<Path> source, int threads, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput sealed = SealedOutput.open(root);
    Optional<ShardValues> values = ShardReading.read(sealed, threads, progress);
    Optional<NearDuplicateSection> pairs = NearDuplicateSection.of(sealed, source);
    OutputReport report = new OutputReport(sealed, values, runs(sealed), pairs);
    Map<String, String> settings = OutputOwner.remembered(Optional.of(root));
    String name = settings.getOrDefault("dataset.name", "");
    String title =
        name.isEmpty()
            ? root.toAbsolutePath().normalize().getFileName().toString()
            : name + " " + settings.getOrDefault("dataset.version", "");
    HtmlPage page =
        ResultPage.page(title, "Report of an output", Json.PLAIN.valueToTree(report.result()));
    pairs.ifPresent(
        section -> page.section("pairs", "Near-duplicates side by side", section::write));
    return page.section("dropped", "What was dropped", report::dropped)
        .section("run", "How it ran", report::run)
        .bytes();
  }

  /** Returns the run histories. Once something was taken down, they have no texts. */
  private static List<RunDocument> runs(SealedOutput sealed) throws IOException {
    List<RunDocument> runs = RunFile.ofOutput(sealed.root());
    return sealed.hasTakeDowns() ? runs.stream().map(RunDocument::withoutTexts).toList() : runs;
  }

  private Map<String, Object> result() {
    long rows = manifests.total(Counters.ROWS);
    long kept = manifests.total(Outcome.KEPT.key());
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("documents", kept);
    result.put("text_bytes", textBytes());
    result.put("file_bytes", fileBytes());
    result.put("shards", manifests.files().size());
    result.put("rows_read", rows);
    result.put("kept_rate", rows == 0 ? null : (Double) ((double) kept / rows));
    List<QuarantinedPart> quarantined = quarantined();
    result.put("files_quarantined", quarantined.size());
    int others = sealed.content().buckets().size() - buckets.size();
    if (others > 0) {
      result.put("buckets_not_listed", others);
    }
    result.put("buckets", byBucket(this::bucket));
    result.put("sampling", byBucket(index -> sampling(buckets.get(index))));
    result.put("dumps", dumps());
    values.filter(all -> all.scores().count() > 0).ifPresent(all -> values(all, result));
    result.put("operators", operators());
    Map<String, Long> flags = new LinkedHashMap<>();
    for (RowFlag flag : RowFlag.values()) {
      flags.put(flag.key(), manifests.total(flag.key()));
    }
    flags.values().removeIf(number -> number == 0);
    result.put("flagged_rows", flags);
    result.put("quarantined", quarantined);
    nearDuplicates.ifPresent(section -> section.summary().addTo(result));
    return result;
  }

  private Map<String, Object> byBucket(IntFunction<Map<String, Object>> describer) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (int bucket = 0; bucket < buckets.size(); bucket++) {
      all.put(buckets.get(bucket).name(), describer.apply(bucket));
    }
    return all;
  }

  private Map<String, Object> bucket(int index) {
    Bucket bucket = buckets.get(index);
    long all = manifests.total(Outcome.KEPT.key());
    long kept = manifests.total(bucket.name(), Outcome.KEPT);
    List<SealedShard> shards =
        sealed.shards().stream().filter(shard -> shard.bucket() == index).toList();
    String min = trimmed(bucket.min(), 4);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(
        "scores",
        Double.isInfinite(bucket.max())
            ? min + " and more"
            : min + " to below " + trimmed(bucket.max(), 4));
    row.put("documents", kept);
    row.put("share", all == 0 ? 0 : (double) kept / all);
    values.ifPresent(read -> row.put("text_bytes", read.textBytes(index)));
    row.put("file_bytes", shards.stream().mapToLong(shard -> shard.file().bytes()).sum());
    row.put("shards", shards.size());
    return row;
  }

  /** Returns a measured rate with Wilson's interval. Documents with the same id count once. */
  private Map<String, Object> sampling(Bucket bucket) {
    SamplingEstimate estimate = manifests.sampling(bucket);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("configured_rate", estimate.expected());
    row.put("measured_rate", estimate.isMeasured() ? (Double) estimate.measured() : null);
    row.put(
        "95%_interval",
        estimate.isMeasured()
            ? percent(estimate.low(), 2) + " to " + percent(estimate.high(), 2)
            : "none");
    row.put("rows", estimate.rows());
    row.put("judgement", judgement(estimate));
    return row;
  }

  private static String judgement(SamplingEstimate estimate) {
    if (!estimate.isMeasured()) {
      return "not measured";
    }
    return switch (estimate.judgement()) {
      case GOOD -> "as configured";
      case DOUBTFUL -> "near the limit";
      case WRONG -> "not as configured";
    };
  }

  /**
   * Returns the table of dumps. If shards are not laid out by dump, texts and files are known only
   * for all dumps together.
   */
  private Map<String, Object> dumps() {
    Map<String, Object> dumps = new LinkedHashMap<>();
    Map<String, Object> all = dump(manifests.dumps());
    all.put("text_bytes", textBytes());
    all.put("file_bytes", fileBytes());
    dumps.put("All dumps", all); // no dump has a space in its name
    manifests.dumps().stream()
        .sorted(Comparator.comparing(DumpManifest::dump))
        .forEach(
            dump -> {
              Map<String, Object> row = dump(List.of(dump));
              if (sealed.content().byDump()) {
                row.put("text_bytes", dump.textBytes());
                row.put(
                    "file_bytes",
                    dump.buckets().values().stream().mapToLong(BucketPart::bytes).sum());
              }
              dumps.put(dump.dump(), row);
            });
    return dumps;
  }

  private Map<String, Object> dump(List<DumpManifest> dumps) {
    ManifestSet these = new ManifestSet(dumps, dumps);
    long rows = these.total(Counters.ROWS);
    long kept = these.total(Outcome.KEPT.key());
    Map<String, Object> row = new LinkedHashMap<>();
    if (sealed.content().buckets().size() <= MOST_COLUMNS) {
      buckets.forEach(
          each -> row.put("kept " + each.name(), these.total(each.name(), Outcome.KEPT)));
    }
    row.put("rows_read", rows);
    row.put("kept_rate", rows == 0 ? null : (Double) ((double) kept / rows));
    row.put("documents", kept);
    return row;
  }

  private long textBytes() {
    return manifests.listing().stream().mapToLong(DumpManifest::textBytes).sum();
  }

  private long fileBytes() {
    return manifests.files().values().stream().mapToLong(FilePart::bytes).sum();
  }

  /** Adds the distributions of scores and of lengths of texts. */
  private void values(ShardValues read, Map<String, Object> result) {
    NumberSketch lengths = new NumberSketch();
    read.lengths().forEach(lengths::add);
    result.put("numbers", List.of(numbers("score", read.scores()), numbers("text bytes", lengths)));
    result.put(
        "lengths_by_bucket",
        byBucket(
            index -> {
              Map<String, Object> row = numbers("", read.lengths().get(index));
              row.keySet().removeAll(List.of("name", "histogram"));
              return row;
            }));
  }

  private static Map<String, Object> numbers(String name, NumberSketch numbers) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    if (numbers.count() > 0) {
      AnalysisReport.describe(numbers, row);
    }
    return row;
  }

  /**
   * Returns the numbers of documents that operators dropped or rejected, by reason, the most
   * frequent first.
   */
  private Map<String, Long> operators() {
    Map<String, Long> sums = new TreeMap<>();
    manifests.dumps().stream()
        .flatMap(manifest -> manifest.operators().values().stream())
        .forEach(all -> all.forEach((reason, rows) -> sums.merge(reason, rows, Long::sum)));
    Map<String, Long> reasons = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(reason -> reasons.put(reason.getKey(), reason.getValue()));
    return reasons;
  }

  private List<QuarantinedPart> quarantined() {
    return manifests.dumps().stream()
        .flatMap(manifest -> manifest.units().stream())
        .flatMap(unit -> unit.quarantined().stream())
        .sorted(Comparator.comparing(QuarantinedPart::file))
        .toList();
  }

  /** Shows what became of the rows. */
  private void dropped(HtmlWriter html) {
    SortedMap<String, Long> outcomes = new TreeMap<>();
    Stream.of(Outcome.values())
        .forEach(outcome -> outcomes.put(outcome.key(), manifests.total(outcome.key())));
    RunTables.outcomes(html, new Flow(manifests.total(Counters.ROWS), outcomes, 0));
    List<Dropped> recorded =
        runs.stream()
            .flatMap(run -> run.state().dropped().stream())
            .filter(reason -> !reason.examples().isEmpty())
            .limit(MOST_REASONS)
            .toList();
    for (int i = 0; i < recorded.size(); i++) {
      RunTables.examples(html, recorded.get(i), "reason-" + i, MOST_EXAMPLES);
    }
    if (!manifests.losses().isEmpty()) {
      html.element("h3", "Lost because of the input");
      RunTables.losses(html, manifests.losses());
    }
  }

  /** Shows how the output was made, with processes, figures over time, and events. */
  private void run(HtmlWriter html) {
    if (runs.isEmpty()) {
      html.element(
          "p",
          "Nothing was recorded while this output was made, or the record was removed together with"
              + " the work directory.");
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
