package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The dumps: documents of each bucket, sizes, and what was kept of the rows. */
record DumpSection(SealedOutput output) {
  /** More dumps are summed up, so that the page stays small. */
  private static final int LISTED = 200;

  /** With more buckets, dumps are not told apart by them. */
  private static final int COLUMNS = 8;

  void write(HtmlWriter html) {
    List<DumpManifest> dumps =
        output.manifests().dumps().stream()
            .sorted(Comparator.comparing(DumpManifest::dump))
            .toList();
    List<Bucket> buckets = output.content().buckets();
    List<Bucket> shown = buckets.size() <= COLUMNS ? buckets : List.of();
    List<String> columns = new ArrayList<>(List.of("Dump"));
    shown.forEach(bucket -> columns.add("+" + bucket.name()));
    columns.addAll(List.of("+Documents", "+Text", "+Files", "+Rows read", "+Kept"));
    try (HtmlTable table = new HtmlTable(html, "Documents by dump and bucket", columns)) {
      dumps.stream()
          .limit(LISTED)
          .forEach(dump -> table.row(dump.dump(), cells(List.of(dump), shown, false)));
      if (dumps.size() > LISTED) {
        List<DumpManifest> others = dumps.subList(LISTED, dumps.size());
        table.row(count(others.size()) + " other dumps", cells(others, shown, false));
      }
      table.row("All", cells(dumps, shown, true));
    }
  }

  /** Where shards are not laid out by dump, only all dumps together have texts and files. */
  private List<Object> cells(List<DumpManifest> dumps, List<Bucket> shown, boolean all) {
    List<Object> cells = new ArrayList<>();
    for (Bucket bucket : shown) {
      cells.add(
          dumps.stream()
              .map(dump -> dump.buckets().get(bucket.name()))
              .mapToLong(part -> part == null ? 0 : part.counts().kept())
              .sum());
    }
    long kept = sum(dumps, Outcome.KEPT.key());
    long rows = sum(dumps, Counters.ROWS);
    boolean byDump = output.content().byDump();
    long text = dumps.stream().mapToLong(DumpManifest::textBytes).sum();
    long files = dumps.stream().mapToLong(DumpSection::bytes).sum();
    cells.add(kept);
    cells.add(size(all ? textBytes(output.manifests()) : text, byDump || all));
    cells.add(size(all ? bytes(output.manifests()) : files, byDump || all));
    cells.add(rows);
    cells.add(rows == 0 ? "none" : percent((double) kept / rows, 1));
    return cells;
  }

  private static String size(long bytes, boolean isKnown) {
    return isKnown ? ByteSize.approximate(bytes) : "";
  }

  private static long sum(List<DumpManifest> dumps, String counter) {
    return dumps.stream().mapToLong(dump -> dump.counters().getOrDefault(counter, 0L)).sum();
  }

  private static long bytes(DumpManifest dump) {
    return dump.buckets().values().stream().mapToLong(BucketPart::bytes).sum();
  }

  /** Bytes of all shards. */
  static long bytes(ManifestSet manifests) {
    return manifests.files().values().stream().mapToLong(FilePart::bytes).sum();
  }

  /** Bytes of all texts. */
  static long textBytes(ManifestSet manifests) {
    return manifests.listing().stream().mapToLong(DumpManifest::textBytes).sum();
  }
}
