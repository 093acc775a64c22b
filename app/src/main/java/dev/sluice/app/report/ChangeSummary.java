package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Tiles;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.comparison.IdChanges;
import dev.sluice.jobs.survey.SealedOutput;
import java.nio.file.Path;

/** Which outputs are compared, and how many ids differ. */
record ChangeSummary(SealedOutput before, SealedOutput after, IdChanges changes) {
  void write(HtmlWriter html) {
    place(html, "A: ", before.root());
    place(html, "B: ", after.root());
    html.open("dl", "class", "tiles");
    Tiles.add(html, "Documents in A", count(documents(before)));
    Tiles.add(html, "Documents in B", count(documents(after)));
    Tiles.add(html, "Ids in the same buckets", count(changes.kept()));
    Tiles.add(html, "Ids moved", count(changes.movedIds()));
    Tiles.add(html, "Ids only in A", count(changes.lost()));
    Tiles.add(html, "Ids only in B", count(changes.gained()));
    html.closeLine();
    if (changes.movedIds() + changes.lost() + changes.gained() == 0) {
      html.element("p", "Both outputs have the same ids in the same buckets.");
    }
  }

  private static void place(HtmlWriter html, String name, Path root) {
    html.open("p").text(name).foreign(root.toAbsolutePath().normalize().toString()).closeLine();
  }

  private static long documents(SealedOutput output) {
    return output.manifests().total(Outcome.KEPT.key());
  }
}
