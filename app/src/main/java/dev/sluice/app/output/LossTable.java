package dev.sluice.app.output;

import dev.sluice.app.ShellCommand;
import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.InputLosses.FileLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.source.ColumnMapping;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Shows the losses of an input as a table. It has a row for each of the worst files, a row for all
 * others, and a line that explains how to lose less.
 */
public final class LossTable {
  private final InputLosses losses;
  private final List<String> counters;

  private LossTable(InputLosses losses) {
    this.losses = losses;
    this.counters = losses.counters();
  }

  /** Returns the lines of the table, or none if nothing was lost. */
  public static List<String> of(InputLosses losses) {
    return losses.isEmpty() ? List.of() : new LossTable(losses).lines();
  }

  /**
   * Returns the lines of the table, and a line that explains how to lose less.
   *
   * @param config configuration with which the input was read
   */
  public static List<String> of(InputLosses losses, SluiceConfig config) {
    List<String> lines = new ArrayList<>(of(losses));
    losses.counters().stream()
        .max(Comparator.comparingLong(losses::total))
        .ifPresent(name -> lines.add("  " + name + ": " + wayOut(name, config)));
    return lines;
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Lost because of the input, the worst file first:");
    StringBuilder head = new StringBuilder("%14s".formatted(Counters.ROWS));
    counters.forEach(name -> head.append("  %14s".formatted(name)));
    lines.add(head.append("  file").toString());
    losses.worst().forEach(file -> lines.add(line(file, file.file())));
    losses
        .others()
        .ifPresent(
            others -> {
              long files = others.of(InputLosses.FILES);
              lines.add(
                  line(others, "%,d more %s".formatted(files, files == 1 ? "file" : "files")));
            });
    return lines;
  }

  private String line(FileLosses file, String name) {
    StringBuilder line = new StringBuilder("%,14d".formatted(file.of(Counters.ROWS)));
    counters.forEach(
        counter ->
            line.append(
                ("  %," + Math.max(14, counter.length()) + "d").formatted(file.of(counter))));
    return line.append("  ").append(name).toString();
  }

  private static String wayOut(String counter, SluiceConfig config) {
    ColumnMapping columns = config.input().columns().mapping();
    if (counter.equals(Outcome.MISSING_SCORE.key())) {
      return "the column %s is absent or null. If another column holds scores, start a new output with --set input.columns.score=NAME."
          .formatted(columns.score().orElse("of scores"));
    }
    if (counter.equals(Outcome.INVALID_SCORE.key())) {
      return String.format(
          Locale.ROOT,
          "the column %s has no number from %s to %s. If scores outside this range are valid, start"
              + " a new output with --set score.min=MIN --set score.max=MAX.",
          columns.score().orElse("of scores"),
          config.rules().minScore(),
          config.rules().maxScore());
    }
    if (counter.equals(Outcome.EMPTY_TEXT.key())) {
      return "the column %s is absent, null or blank. If another column holds texts, start a new output with --set input.columns.text=NAME."
          .formatted(columns.text());
    }
    if (counter.equals(RowFlag.MISSING_ID.key())) {
      return "the column %s has no id. These rows got ids made from file and row, so their duplicates were not found. Start a new output with --set input.columns.id=NAME if another column holds ids, or with --set input.id=text-hash to make ids from texts."
          .formatted(columns.id().orElse("of ids"));
    }
    return "these rows are among the rejects, each with its file and the reason; to see them: "
        + peek(config);
  }

  private static ShellCommand peek(SluiceConfig config) {
    ShellCommand peek = ShellCommand.of("peek").with("rejects");
    return config.output().path().isPresent()
        ? peek.on(config)
        : peek.with("--kafka", config.kafka().bootstrapServers());
  }
}
