package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Bucket;
import java.util.List;

/** The buckets: what they hold, and their measured rates against the configured ones. */
final class BucketsView {
  private BucketsView() {}

  static void write(HtmlWriter html, RunDocument run) {
    if (run.buckets().isEmpty()) {
      return;
    }
    html.open("section", "id", "buckets", "aria-labelledby", "buckets-title");
    html.element("h2", "Buckets", "id", "buckets-title");
    try (ViewTable table =
        new ViewTable(
            html,
            "Counts of each bucket",
            "Bucket",
            "+Rate wanted",
            "+Rate measured",
            "+Kept",
            "+Duplicates removed",
            "+Sampled out",
            "+Invalid text",
            "+Dropped by operators",
            "+Rejected")) {
      rows(table, run.buckets());
    }
    html.close();
  }

  private static void rows(ViewTable table, List<Bucket> buckets) {
    for (Bucket bucket : buckets) {
      table.row(
          bucket.name(),
          PageFigures.rate(bucket.targetRate()),
          bucket.measuredRate() == null ? "" : PageFigures.rate(bucket.measuredRate()),
          PageFigures.count(bucket.kept()),
          PageFigures.count(bucket.duplicatesRemoved()),
          PageFigures.count(bucket.sampledOut()),
          PageFigures.count(bucket.invalidText()),
          PageFigures.count(bucket.operatorDropped()),
          PageFigures.count(bucket.rejected()));
    }
  }
}
