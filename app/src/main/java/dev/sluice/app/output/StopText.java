package dev.sluice.app.output;

import dev.sluice.app.ShellCommand;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;

/** Formats why a unit waits for a decision, and lists the commands that decide. */
public final class StopText {
  private StopText() {}

  /**
   * Returns the reason, examples, the commands to go on, and what to replace in them, each on its
   * own line. For a unit that waits for a reset alone, returns the command for it; for one that is
   * decided, nothing.
   *
   * @param examples at most so many
   */
  public static List<String> of(
      GuardStop stop, GuardDecisions decisions, Path output, int examples) {
    List<String> lines = new ArrayList<>();
    SortedSet<String> groups = stop.undecided(decisions);
    ShellCommand reset = // which first writes the rest of the unit, with texts of the source
        ShellCommand.of("reset")
            .with("--output", output)
            .with("--set", "input.path=INPUT")
            .with("--unit", stop.unit());
    if (stop.mustBeReset(decisions)) {
      lines.add(
          "unit %s began before you decided to keep a group: run `%s`, then the original command again"
              .formatted(stop.unit(), reset));
    } else if (!groups.isEmpty()) {
      lines.add(stop.message());
      stop.examples().stream().limit(examples).map(StopText::line).forEach(lines::add);
      ShellCommand accept = command(output);
      for (String group : groups) {
        accept = accept.with("--accept", group);
      }
      lines.add("to remove these documents: " + accept);
      for (String group : groups) {
        lines.add(
            "to remove only copies from %s: %s && %s"
                .formatted(group, command(output).with("--keep", group), reset));
      }
    }
    if (!lines.isEmpty()) {
      lines.add("replace INPUT with the path that you gave to --input");
    }
    return lines;
  }

  /** Returns the command that shows which units of an output wait for a decision. */
  public static ShellCommand command(Path output) {
    return ShellCommand.of("near-duplicates").with(output);
  }

  private static String line(GuardStop.Example example) {
    return String.format(
        Locale.ROOT,
        "  %.1f %% of %s is in %s",
        100 * example.containment(),
        name(example.document()),
        name(example.kept()));
  }

  private static String name(DocumentOrigin document) {
    return "%s (%s row %d)".formatted(document.id(), document.file(), document.row());
  }
}
