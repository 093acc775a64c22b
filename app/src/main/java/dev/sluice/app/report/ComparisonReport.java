package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.comparison.IdChanges;
import dev.sluice.jobs.comparison.IdComparison;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.output.DumpManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The page about two outputs: what the second one has that the first one has not, and the other way
 * round. A function of the outputs, their places and the version of the program.
 */
public final class ComparisonReport {
  private static final int LISTED = 400;
  private static final int MOVES = 100;

  private final SealedOutput before;
  private final SealedOutput after;
  private final IdChanges changes;

  private ComparisonReport(SealedOutput before, SealedOutput after, IdChanges changes) {
    this.before = before;
    this.after = after;
    this.changes = changes;
  }

  /**
   * Compares two outputs and writes the page.
   *
   * @param before root of the first output
   * @param after root of the second output
   * @param memoryBytes for a table of ids
   * @return the page, in UTF-8
   * @throws dev.sluice.jobs.text.JobRefusedException if one is no output, nothing of it is sealed,
   *     or its shards have no ids
   * @throws IOException if one cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(Path before, Path after, long memoryBytes, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput first = SealedOutput.open(before);
    SealedOutput second = SealedOutput.open(after);
    ComparisonReport report =
        new ComparisonReport(
            first, second, IdComparison.compare(first, second, memoryBytes, progress));
    return new HtmlPage(
            "A and B", "Comparison of two outputs", "Sluice " + ReleaseNumber.current() + ".")
        .section("summary", "Summary", report::summary)
        .section("moved", "What moved", report::moves)
        .section("counts", "Counts", report::counts)
        .section("configuration", "Configuration", report::configuration)
        .bytes();
  }

  private void summary(HtmlWriter html) {
    place(html, "A: ", before.root());
    place(html, "B: ", after.root());
    html.tiles();
    html.tile("Documents in A", before.manifests().total(Outcome.KEPT.key()));
    html.tile("Documents in B", after.manifests().total(Outcome.KEPT.key()));
    html.tile("Ids in the same buckets", changes.kept());
    html.tile("Ids moved", changes.moved());
    html.tile("Ids only in A", changes.lost());
    html.tile("Ids only in B", changes.gained());
    html.closeLine();
    if (changes.moves().isEmpty()) {
      html.element("p", "Both outputs have the same ids in the same buckets.");
    }
  }

  private static void place(HtmlWriter html, String name, Path root) {
    html.open("p").text(name).foreign(root.toAbsolutePath().normalize().toString()).closeLine();
  }

  /** From which bucket to which ids moved, and which came and went. */
  private void moves(HtmlWriter html) {
    int moves = changes.moves().size();
    String caption =
        moves <= MOVES
            ? "Ids by bucket in A and bucket in B"
            : "Ids by bucket in A and bucket in B: the most frequent %d of %s moves"
                .formatted(MOVES, count(moves));
    try (HtmlTable table = new HtmlTable(html, caption, "From", "To", "+Ids")) {
      changes.moves().stream()
          .limit(MOVES)
          .forEach(move -> table.row(move.from(), move.to(), move.ids()));
    }
    html.note(
        "An id that is in more than one bucket is counted once. Ids that are in the same buckets in"
            + " A and B are not counted.");
  }

  /** Documents by bucket and by dump, and outcomes of rows, in both outputs. */
  private void counts(HtmlWriter html) {
    table(html, "Documents by bucket", "Bucket", byBucket(before), byBucket(after));
    table(html, "Documents by dump", "Dump", byDump(before), byDump(after));
    table(html, "Rows by outcome", "Outcome", byOutcome(before), byOutcome(after));
  }

  private static Map<String, Long> byBucket(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Bucket bucket : output.content().buckets()) {
      counts.put(bucket.name(), output.manifests().total(bucket.name(), Outcome.KEPT));
    }
    return counts;
  }

  private static Map<String, Long> byDump(SealedOutput output) {
    Map<String, Long> counts = new TreeMap<>();
    for (DumpManifest dump : output.manifests().dumps()) {
      counts.put(dump.dump(), dump.counters().getOrDefault(Outcome.KEPT.key(), 0L));
    }
    return counts;
  }

  private static Map<String, Long> byOutcome(SealedOutput output) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("read", output.manifests().total(Counters.ROWS));
    for (Outcome outcome : Outcome.values()) {
      long rows = output.manifests().total(outcome.key());
      if (rows > 0) {
        counts.put(Figures.words(outcome.key()), rows);
      }
    }
    return counts;
  }

  private static void table(
      HtmlWriter html,
      String caption,
      String name,
      Map<String, Long> first,
      Map<String, Long> second) {
    Set<String> all = new LinkedHashSet<>(first.keySet());
    all.addAll(second.keySet());
    try (HtmlTable table =
        new HtmlTable(html, caption, name, "+A", "+B", "+Change", "+in percent")) {
      for (String key : all.stream().limit(LISTED).toList()) {
        long was = first.getOrDefault(key, 0L);
        long is = second.getOrDefault(key, 0L);
        String sign = is > was ? "+" : is < was ? "−" : "";
        String change = sign + count(Math.abs(is - was));
        String part = was == 0 ? "" : sign + percent(Math.abs((double) (is - was) / was), 1);
        table.row(key, was, is, change, part);
      }
    }
    if (all.size() > LISTED) {
      html.note(count(all.size() - LISTED) + " more are not listed.");
    }
  }

  /** Where the configurations that decide the content differ. */
  private void configuration(HtmlWriter html) {
    Map<String, String> was = before.manifests().content();
    Map<String, String> is = after.manifests().content();
    SortedSet<String> keys = new TreeSet<>(was.keySet());
    keys.addAll(is.keySet());
    keys.removeIf(key -> was.getOrDefault(key, "").equals(is.getOrDefault(key, "")));
    if (keys.isEmpty()) {
      html.element("p", "Both outputs have the same configuration of content.");
      return;
    }
    try (HtmlTable table = new HtmlTable(html, "Keys that differ", "Key", "A", "B")) {
      keys.stream()
          .limit(MOVES)
          .forEach(
              key ->
                  table.row(
                      key, was.getOrDefault(key, "not set"), is.getOrDefault(key, "not set")));
    }
    if (keys.size() > MOVES) {
      html.note(count(keys.size() - MOVES) + " other keys are not listed.");
    }
  }
}
