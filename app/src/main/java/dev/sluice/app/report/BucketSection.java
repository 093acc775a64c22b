package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.survey.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import java.util.ArrayList;
import java.util.List;

/** The buckets: documents, sizes, and sampling rates with what chance allows. */
record BucketSection(ReportedOutput output) {
  /** More buckets are not listed, so that the page stays small. */
  static final int LISTED = 60;

  void write(HtmlWriter html) {
    List<Bucket> all = output.sealed().content().buckets();
    List<Bucket> listed = all.subList(0, Math.min(LISTED, all.size()));
    documents(html, listed);
    sampling(html, listed);
    if (all.size() > LISTED) {
      html.element("p", "%s other buckets are not listed.".formatted(count(all.size() - LISTED)));
    }
  }

  private void documents(HtmlWriter html, List<Bucket> buckets) {
    ManifestSet manifests = output.sealed().manifests();
    long all = manifests.total(Outcome.KEPT.key());
    List<HtmlTable.Column> columns = new ArrayList<>();
    columns.add(text("Bucket"));
    columns.add(text("Scores"));
    columns.add(number("Documents"));
    columns.add(text("Share"));
    columns.add(number("of all"));
    columns.add(number("Text"));
    columns.add(number("Files"));
    columns.add(number("Shards"));
    try (HtmlTable table = new HtmlTable(html, "Documents by bucket", columns)) {
      for (int i = 0; i < buckets.size(); i++) {
        Bucket bucket = buckets.get(i);
        int index = i;
        long kept = manifests.total(bucket.name(), Outcome.KEPT);
        double share = all == 0 ? 0 : (double) kept / all;
        List<SealedShard> shards =
            output.sealed().shards().stream().filter(s -> s.bucket() == index).toList();
        table
            .row(bucket.name())
            .cell(range(bucket))
            .cell(count(kept))
            .bar(share, i)
            .cell(percent(share, 1))
            .cell(
                output
                    .values()
                    .map(values -> ByteSize.approximate(values.textBytes(index)))
                    .orElse("not read"))
            .cell(
                ByteSize.approximate(
                    shards.stream().mapToLong(shard -> shard.file().bytes()).sum()))
            .cell(count(shards.size()))
            .end();
      }
    }
  }

  /** The scores of a bucket, its upper bound excluded. */
  static String range(Bucket bucket) {
    String min = trimmed(bucket.min(), 4);
    return Double.isInfinite(bucket.max())
        ? min + " and more"
        : min + " to below " + trimmed(bucket.max(), 4);
  }

  private void sampling(HtmlWriter html, List<Bucket> buckets) {
    List<HtmlTable.Column> columns =
        List.of(
            text("Bucket"),
            number("Configured"),
            number("Measured"),
            number("95% interval"),
            number("Rows"),
            text("Judgement"));
    try (HtmlTable table = new HtmlTable(html, "Sampling rates", columns)) {
      for (Bucket bucket : buckets) {
        SamplingEstimate estimate = output.sealed().manifests().sampling(bucket);
        table.row(bucket.name()).cell(percent(estimate.expected(), 2));
        if (estimate.isMeasured()) {
          table
              .cell(percent(estimate.measured(), 2))
              .cell(percent(estimate.low(), 2) + " to " + percent(estimate.high(), 2));
        } else {
          table.cell("no rows").cell("none");
        }
        table.cell(count(estimate.rows())).cell(judgement(estimate)).end();
      }
    }
    html.element(
        "p",
        "The interval is Wilson's, over the rows that sampling decided about. Documents with"
            + " the same id are sampled alike and count once.",
        "class",
        "note");
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
}
