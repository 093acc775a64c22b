package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.percent;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.ShortNumbers;
import dev.sluice.app.html.Tiles;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.validate.output.ManifestSet;

/** The few numbers that everybody asks for first. */
record SummarySection(ReportedOutput output) {
  void write(HtmlWriter html) {
    ManifestSet manifests = output.sealed().manifests();
    long rows = manifests.total(Counters.ROWS);
    long kept = manifests.total(Outcome.KEPT.key());
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Documents", count(kept));
    Tiles.add(html, "Text", ByteSize.approximate(output.textBytes()));
    output
        .values()
        .map(values -> values.tokens())
        .filter(tokens -> tokens.count() > 0)
        .ifPresent(
            tokens ->
                Tiles.add(
                    html, "Tokens, as the source counts", tokens(tokens.mean(), tokens.count())));
    Tiles.add(html, "Size of the files", ByteSize.approximate(output.bytes()));
    Tiles.add(html, "Shards", count(manifests.files().size()));
    Tiles.add(html, "Dumps", count(manifests.dumps().size()));
    Tiles.add(html, "Rows read", count(rows));
    Tiles.add(html, "Kept of them", rows == 0 ? "none" : percent((double) kept / rows, 1));
    html.closeLine();
  }

  private static String tokens(double mean, long documents) {
    return ShortNumbers.of(mean * documents);
  }
}
