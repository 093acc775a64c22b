package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** The dumps: documents of each bucket, sizes, and what was kept of the rows. */
record DumpSection(ReportedOutput output) {
  /** More dumps are summed up, so that the page stays small. */
  static final int LISTED = 200;

  /** With more buckets, dumps are not told apart by them. */
  static final int COLUMNS = 8;

  void write(HtmlWriter html) {
    List<DumpManifest> dumps =
        output.sealed().manifests().dumps().stream()
            .sorted(Comparator.comparing(DumpManifest::dump))
            .toList();
    List<Bucket> buckets = output.sealed().content().buckets();
    List<Bucket> shown = buckets.size() <= COLUMNS ? buckets : List.of();
    List<HtmlTable.Column> columns = new ArrayList<>();
    columns.add(text("Dump"));
    shown.forEach(bucket -> columns.add(number(bucket.name())));
    columns.add(number("Documents"));
    columns.add(number("Text"));
    columns.add(number("Files"));
    columns.add(number("Rows read"));
    columns.add(number("Kept"));
    try (HtmlTable table = new HtmlTable(html, "Documents by dump and bucket", columns)) {
      dumps.stream()
          .limit(LISTED)
          .forEach(dump -> row(table.row(dump.dump()), List.of(dump), shown, false));
      if (dumps.size() > LISTED) {
        List<DumpManifest> others = dumps.subList(LISTED, dumps.size());
        row(table.row(count(others.size()) + " other dumps"), others, shown, false);
      }
      row(table.row("All"), dumps, shown, true);
    }
  }

  /** Where shards are not laid out by dump, only all dumps together have texts and files. */
  private void row(HtmlTable table, List<DumpManifest> dumps, List<Bucket> shown, boolean all) {
    for (Bucket bucket : shown) {
      table.cell(
          count(
              dumps.stream()
                  .map(dump -> dump.buckets().get(bucket.name()))
                  .mapToLong(part -> part == null ? 0 : part.kept())
                  .sum()));
    }
    long kept = sum(dumps, Outcome.KEPT.key());
    long rows = sum(dumps, Counters.ROWS);
    boolean byDump = output.sealed().content().byDump();
    long text = all ? output.textBytes() : sum(dumps, DumpManifest::textBytes);
    long files = all ? output.bytes() : sum(dumps, DumpSection::bytes);
    table
        .cell(count(kept))
        .cell(byDump || all ? ByteSize.approximate(text) : "")
        .cell(byDump || all ? ByteSize.approximate(files) : "")
        .cell(count(rows))
        .cell(rows == 0 ? "none" : percent((double) kept / rows, 1))
        .end();
  }

  private static long sum(List<DumpManifest> dumps, String counter) {
    return sum(dumps, dump -> dump.counters().getOrDefault(counter, 0L));
  }

  private static long sum(List<DumpManifest> dumps, ToLongFunction<DumpManifest> number) {
    return dumps.stream().mapToLong(number).sum();
  }

  private static long bytes(DumpManifest dump) {
    return dump.buckets().values().stream().mapToLong(BucketPart::bytes).sum();
  }
}
