package dev.sluice.app.report.job;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.duplicates.ClusterMemberRow;
import dev.sluice.jobs.duplicates.DuplicateFindings.Choice;
import dev.sluice.jobs.duplicates.DuplicateFindings.Example;
import java.util.List;

/** Removed documents beside those that were kept, with the differences marked. */
record DuplicateExamples(List<Example> examples) {
  private static final int LONGEST = 100;

  void write(HtmlWriter html) {
    if (examples.isEmpty()) {
      html.element("p", "There is no removed document.");
      return;
    }
    html.open("p")
        .text("Texts that only one of the two documents has are marked: ")
        .element("del", "only in the one that was kept")
        .text(", ")
        .element("ins", "only in the one that was removed")
        .text(". Long texts and long passages that are equal are cut.")
        .closeLine();
    examples.forEach(example -> write(html, example));
  }

  private static void write(HtmlWriter html, Example example) {
    String similarity =
        example.removed().similarity().isPresent()
            ? "similarity " + trimmed(example.removed().similarity().getAsDouble(), 4)
            : "not compared";
    String why = example.why() == Choice.LEAST_SIMILAR ? "Least similar" : "In a large cluster";
    html.element("h3", why + ": " + similarity);
    if (example.keptText().isEmpty() || example.removedText().isEmpty()) {
      html.element("p", "The input cannot be read any more.");
      place(html, "Kept", example.kept());
      place(html, "Removed", example.removed());
      return;
    }
    TextDifference difference =
        TextDifference.of(example.keptText().get(), example.removedText().get());
    html.open("div", "class", "beside").open("div");
    place(html, "Kept", example.kept());
    difference.writeFirst(html);
    html.close().open("div");
    place(html, "Removed", example.removed());
    difference.writeSecond(html);
    html.close().closeLine();
  }

  private static void place(HtmlWriter html, String what, ClusterMemberRow row) {
    html.open("p", "class", "note").text(what + ": ").foreign(Excerpt.of(row.id(), LONGEST));
    html.text(", ").foreign(Excerpt.of(row.file(), LONGEST));
    html.text(" row " + count(row.row())).closeLine();
  }
}
