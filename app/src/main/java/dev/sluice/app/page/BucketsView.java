package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Bucket;
import java.util.ArrayList;
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
    boolean near = run.buckets().stream().anyMatch(bucket -> bucket.nearDuplicatesRemoved() > 0);
    List<String> columns =
        new ArrayList<>(
            List.of("Bucket", "+Rate wanted", "+Rate measured", "+Kept", "+Duplicates removed"));
    if (near) {
      columns.add("+Near-duplicates removed");
    }
    columns.addAll(List.of("+Sampled out", "+Invalid text", "+Dropped by operators", "+Rejected"));
    try (ViewTable table =
        new ViewTable(html, "Counts of each bucket", columns.toArray(String[]::new))) {
      run.buckets().forEach(bucket -> table.row(cells(bucket, near)));
    }
    html.close();
  }

  private static String[] cells(Bucket bucket, boolean near) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                bucket.name(),
                PageFigures.rate(bucket.targetRate()),
                bucket.measuredRate() == null ? "" : PageFigures.rate(bucket.measuredRate()),
                PageFigures.count(bucket.kept()),
                PageFigures.count(bucket.duplicatesRemoved())));
    if (near) {
      cells.add(PageFigures.count(bucket.nearDuplicatesRemoved()));
    }
    cells.add(PageFigures.count(bucket.sampledOut()));
    cells.add(PageFigures.count(bucket.invalidText()));
    cells.add(PageFigures.count(bucket.operatorDropped()));
    cells.add(PageFigures.count(bucket.rejected()));
    return cells.toArray(String[]::new);
  }
}
