package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Bar;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.survey.SealedOutput.SealedShard;
import dev.sluice.jobs.survey.ShardValues;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import java.util.List;
import java.util.Optional;

/** The buckets: documents, sizes, and sampling rates with what chance allows. */
record BucketSection(SealedOutput output, Optional<ShardValues> values) {
  /** More buckets are not listed, so that the page stays small. */
  static final int LISTED = 60;

  void write(HtmlWriter html) {
    List<Bucket> all = output.content().buckets();
    List<Bucket> listed = all.subList(0, Math.min(LISTED, all.size()));
    documents(html, listed);
    sampling(html, listed);
    if (all.size() > LISTED) {
      html.note(count(all.size() - LISTED) + " other buckets are not listed.");
    }
  }

  private void documents(HtmlWriter html, List<Bucket> buckets) {
    ManifestSet manifests = output.manifests();
    long all = manifests.total(Outcome.KEPT.key());
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Documents by bucket",
            "Bucket",
            "Scores",
            "+Documents",
            "Share",
            "+of all",
            "+Text",
            "+Files",
            "+Shards")) {
      for (int i = 0; i < buckets.size(); i++) {
        int index = i;
        Bucket bucket = buckets.get(i);
        long kept = manifests.total(bucket.name(), Outcome.KEPT);
        double share = all == 0 ? 0 : (double) kept / all;
        List<SealedShard> shards =
            output.shards().stream().filter(shard -> shard.bucket() == index).toList();
        table.row(
            bucket.name(),
            range(bucket),
            kept,
            new Bar(share, i),
            percent(share, 1),
            values.map(each -> ByteSize.approximate(each.textBytes(index))).orElse("not read"),
            ByteSize.approximate(shards.stream().mapToLong(shard -> shard.file().bytes()).sum()),
            shards.size());
      }
    }
  }

  /** The scores of a bucket, its upper bound excluded. */
  private static String range(Bucket bucket) {
    String min = trimmed(bucket.min(), 4);
    return Double.isInfinite(bucket.max())
        ? min + " and more"
        : min + " to below " + trimmed(bucket.max(), 4);
  }

  private void sampling(HtmlWriter html, List<Bucket> buckets) {
    try (HtmlTable table =
        new HtmlTable(
            html,
            "Sampling rates",
            "Bucket",
            "+Configured",
            "+Measured",
            "+95% interval",
            "+Rows",
            "Judgement")) {
      for (Bucket bucket : buckets) {
        SamplingEstimate estimate = output.manifests().sampling(bucket);
        boolean measured = estimate.isMeasured();
        table.row(
            bucket.name(),
            percent(estimate.expected(), 2),
            measured ? percent(estimate.measured(), 2) : "no rows",
            measured ? percent(estimate.low(), 2) + " to " + percent(estimate.high(), 2) : "none",
            estimate.rows(),
            judgement(estimate));
      }
    }
    html.note(
        "The interval is Wilson's, over the rows that sampling decided about. Documents with the"
            + " same id are sampled alike and count once.");
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
