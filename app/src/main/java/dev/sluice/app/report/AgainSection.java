package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.ShellCommand;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.VersionRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the output can be made once more, and the configuration that decides its content. */
record AgainSection(
    Optional<Path> file, Optional<VersionRecord> record, Map<String, String> content) {
  private static final int KEYS = 200;

  void write(HtmlWriter html) {
    if (file.isPresent() && record.isPresent()) {
      commands(html, file.get().toAbsolutePath().normalize());
      facts(html, record.get(), record.get().made());
    } else {
      html.element("p", "The output has no version record: run cannot repeat it.");
    }
    html.open("details").element("summary", "Configuration that decides the content");
    try (HtmlTable table = new HtmlTable(html, "Configuration", "Key", "Value")) {
      content.entrySet().stream()
          .limit(KEYS)
          .forEach(each -> table.row(each.getKey(), each.getValue()));
    }
    if (content.size() > KEYS) {
      html.note(count(content.size() - KEYS) + " other keys are not listed.");
    }
    html.closeLine();
  }

  private static void commands(HtmlWriter html, Path record) {
    html.element(
        "p",
        "With the same input and the version record of the output, run makes the same bytes again,"
            + " and validate shows that they are the same:");
    String run = ShellCommand.ofAnyone("run").with("--like", record) + " --input IN --output AGAIN";
    String validate = ShellCommand.ofAnyone("validate").with("--like", record) + " --input AGAIN";
    html.open("pre", "tabindex", "0", "aria-label", "Commands");
    html.element("code", run + "\n" + validate).closeLine();
  }

  private static void facts(HtmlWriter html, VersionRecord record, Making making) {
    List<String> facts = new ArrayList<>();
    facts.add("First written on %s by Sluice %s.".formatted(record.createdAt(), making.program()));
    facts.add(
        "%s files of the source in %s units, on %s partitions."
            .formatted(
                count(making.units().files()), count(making.units().count()), making.partitions()));
    facts.add("SHA-256 of the shards: %s".formatted(making.shards().sha256()));
    if (making.forgotten() > 0) {
      facts.add("%s resets removed units.".formatted(count(making.forgotten())));
    }
    if (making.compactions() > 0) {
      facts.add("%s compactions merged shards.".formatted(count(making.compactions())));
    }
    if (!making.inTurn()) {
      facts.add("Units were read at the same time: the order of their rows cannot be repeated.");
    }
    html.open("ul");
    facts.forEach(fact -> html.element("li", fact));
    html.closeLine();
  }
}
