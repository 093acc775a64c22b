package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.survey.SealedOutput;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Where the configurations that decide the content differ. */
record ConfigurationChanges(SealedOutput before, SealedOutput after) {
  private static final int KEYS = 100;
  private static final int LONGEST = 400;

  void write(HtmlWriter html) {
    Map<String, String> was = before.manifests().content();
    Map<String, String> is = after.manifests().content();
    SortedSet<String> keys = new TreeSet<>(was.keySet());
    keys.addAll(is.keySet());
    keys.removeIf(key -> was.getOrDefault(key, "").equals(is.getOrDefault(key, "")));
    if (keys.isEmpty()) {
      html.element("p", "Both outputs have the same configuration of content.");
      return;
    }
    try (HtmlTable table =
        new HtmlTable(html, "Keys that differ", List.of(text("Key"), text("A"), text("B")))) {
      keys.stream()
          .limit(KEYS)
          .forEach(
              key ->
                  table
                      .row(key)
                      .foreign(Excerpt.of(was.getOrDefault(key, "not set"), LONGEST))
                      .foreign(Excerpt.of(is.getOrDefault(key, "not set"), LONGEST))
                      .end());
    }
    if (keys.size() > KEYS) {
      html.element("p", "%s other keys are not listed.".formatted(count(keys.size() - KEYS)));
    }
  }
}
