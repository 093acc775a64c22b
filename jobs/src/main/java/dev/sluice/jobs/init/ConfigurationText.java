package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.values.InputPath;
import dev.sluice.storage.text.InputGlob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a configuration: a function of what was found. */
final class ConfigurationText {
  private static final int LISTED_COLUMNS = 20;
  private static final int COMMENT_COLUMN = 56;
  private static final int LONGEST_NAME = 64;
  private static final double EPSILON = 1e-9;

  private final List<String> inputs;
  private final InputSample sample;
  private final InitGuesses guesses;
  private final StringBuilder out = new StringBuilder();

  private ConfigurationText(List<String> inputs, InputSample sample, InitGuesses guesses) {
    this.inputs = inputs;
    this.sample = sample;
    this.guesses = guesses;
  }

  static String of(List<String> inputs, InputSample sample, InitGuesses guesses) {
    ConfigurationText text = new ConfigurationText(inputs, sample, guesses);
    text.head();
    text.input();
    text.score();
    text.dedup();
    boolean hasDumps = guesses.dump().column().path().isPresent();
    text.lines(
        "output:\n  partition-by: %s\n"
            .formatted(hasDumps ? "[bucket, dump]" : "[bucket]  # no dumps"));
    return text.out.toString();
  }

  private void head() {
    lines(
        """
        # A configuration for sluice run, guessed from the files by sluice init. Check it.
        # Every key is described in docs/reference/configuration.md. Others have their defaults.
        #
        #   sluice run -c THIS_FILE --output OUT
        #
        """);
    comment("", "Read: ", sample.describe());
    if (!guesses.doubts().isEmpty()) {
      lines("#\n# Not certain:\n");
      guesses.doubts().forEach(doubt -> comment("", "- ", doubt));
    }
    lines("\ndataset:\n  name: %s\n".formatted(YamlText.value(name())));
    comment("  ", "source, source-version and license are not known: name them for ATTRIBUTION.md");
    comment("  ", "names the directory of the shards; " + guesses.language().reason());
    lines("  language: %s\n\n".formatted(YamlText.value(guesses.language().tag())));
  }

  /** The name of the first directory or file, as far as it is allowed. */
  private String name() {
    Path input = InputPath.of(inputs.get(0));
    Path named = Files.exists(input) ? input : InputGlob.base(input);
    Path name = named.toAbsolutePath().normalize().getFileName();
    String text = name == null ? "" : name.toString().replaceFirst("(?i)\\.(parquet|jsonl?).*", "");
    String allowed = text.replaceAll("[^0-9A-Za-z._-]+", "-").replaceAll("^[^0-9A-Za-z]+|-+$", "");
    return allowed.isEmpty()
        ? "dataset"
        : allowed.substring(0, Math.min(LONGEST_NAME, allowed.length()));
  }

  private void input() {
    lines("input:\n");
    if (inputs.size() == 1) {
      lines("  path: %s\n".formatted(YamlText.value(inputs.get(0))));
    } else {
      lines("  path:\n");
      inputs.forEach(each -> lines("    - %s\n".formatted(YamlText.value(each))));
    }
    lines("  columns:\n");
    column("text", guesses.text(), "# text: COLUMN");
    column("id", guesses.id(), "id: null");
    column("score", guesses.score(), "score: null");
    ColumnGuess dump = guesses.dump().column();
    if (!guesses.dump().isWithin()) {
      column("dump", dump, "dump: null");
    }
    unused();
    if (guesses.dump().isWithin()) {
      comment("  ", "names within the values of a column: " + dump.why());
      lines(
          "  dump:\n    column: %s\n    match: %s\n"
              .formatted(
                  YamlText.value(dump.path().orElseThrow()),
                  YamlText.quoted(DumpGuess.CRAWL_WITHIN.regex())));
    }
    lines("\n");
  }

  /**
   * Maps a field.
   *
   * @param none what to write if there is no column
   */
  private void column(String field, ColumnGuess guess, String none) {
    comment("    ", guess.why());
    String mapping = guess.path().map(path -> field + ": " + YamlText.value(path)).orElse(none);
    lines("    %s\n".formatted(mapping));
  }

  private void unused() {
    Map<String, String> others = new LinkedHashMap<>();
    sample.declared().forEach(column -> others.put(column.path(), column.describe()));
    sample.columns().forEach(column -> others.put(column.path(), column.describe()));
    others.keySet().removeIf(guesses::uses);
    if (others.isEmpty()) {
      return;
    }
    String names =
        others.entrySet().stream()
            .limit(LISTED_COLUMNS)
            .map(each -> "%s (%s)".formatted(YamlText.name(each.getKey()), each.getValue()))
            .collect(Collectors.joining(", "));
    int more = others.size() - LISTED_COLUMNS;
    comment(
        "    ",
        "not used: " + names + (more > 0 ? " and %s more".formatted(Figures.count(more)) : ""));
  }

  private void score() {
    if (guesses.score().column().isEmpty()) {
      lines(
          """
          # No column of scores: every row has this one, and is in one bucket.
          score:
            constant: 1.0
          buckets:
            - {name: "all", min: 0.0, max: inf, rate: 1.0}
          """);
    } else if (guesses.range().isPresent()) {
      range(guesses.range().get());
      buckets(guesses.score().column().get(), guesses.range().get());
    }
  }

  private void range(ScoreRange range) {
    comment(
        "",
        "%s from %s to %s%s; quartiles %s, %s and %s"
            .formatted(
                Figures.counted(range.sorted().length, "score"),
                Figures.rough(range.least()),
                Figures.rough(range.greatest()),
                range.scale() == 1 ? "" : ", scaled",
                Figures.rough(range.quantile(0.25)),
                Figures.rough(range.quantile(0.5)),
                Figures.rough(range.quantile(0.75))));
    int invalid = sample.rows() - range.sorted().length;
    if (invalid > 0) {
      comment(
          "",
          "%s of the sample without a score, or with one that is no finite number: never kept"
              .formatted(Figures.counted(invalid, "row")));
    }
    lines("score:\n");
    comment(
        "  ", "scores outside of this range are invalid; all finite ones of the sample are inside");
    lines(
        "  min: %s\n  max: %s\n"
            .formatted(Figures.decimal(range.min()), Figures.decimal(range.max())));
    if (range.scaleReason().isPresent()) {
      comment("  ", range.scaleReason().get());
      lines("  scale: %s\n".formatted(Figures.decimal(range.scale())));
    }
    lines("\n");
  }

  private void buckets(Column score, ScoreRange range) {
    List<Bucket> buckets = BucketProposal.of(range);
    ScoreBuckets ranges = new ScoreBuckets(buckets, EPSILON);
    long[] rows = new long[buckets.size() + 1];
    score
        .numbers()
        .mapToInt(number -> ranges.indexOf(number * range.scale()))
        .forEach(bucket -> rows[bucket == ScoreBuckets.NONE ? buckets.size() : bucket]++);
    lines(
        """
        # %s
        # Beside each: its share of the sample; about how much it keeps of all files.
        buckets:
        """
            .formatted(
                range.educational()
                    ? "The default buckets: the scores look like those of FineWeb-Edu."
                    : "Buckets between the quartiles of the sample."));
    for (int i = 0; i < buckets.size(); i++) {
      bucket(buckets.get(i), rows[i]);
    }
    if (rows[buckets.size()] > 0) {
      comment("  ", share(rows[buckets.size()]) + " of the sample is in no bucket and not kept");
    }
    lines("\n");
  }

  private void bucket(Bucket bucket, long rows) {
    String value =
        "  - {name: %s, min: %s, max: %s, rate: %s}"
            .formatted(
                YamlText.quoted(bucket.name()),
                Figures.decimal(bucket.min()),
                Double.isInfinite(bucket.max()) ? "inf" : Figures.decimal(bucket.max()),
                Figures.decimal(bucket.rate()));
    long kept = Math.round(rows * bucket.rate() * sample.factor());
    lines(
        "%s  # %s; %s\n"
            .formatted(
                value + " ".repeat(Math.max(0, COMMENT_COLUMN - value.length())),
                share(rows),
                Figures.counted(kept, "row")));
  }

  private String share(long rows) {
    return Figures.percent((double) rows / Math.max(1, sample.rows()));
  }

  private void dedup() {
    if (guesses.id().column().isEmpty()) {
      lines(
          """
          # To drop documents with an equal text, set input.id to text-hash, and remove this:
          dedup:
            scope: none  # derived ids differ, so that there is nothing to compare
          """);
    }
    lines(
        "# near-dedup: {method: minhash}  # removes documents that are similar to earlier ones\n");
    if (guesses.language().isWithoutSpaces()) {
      comment(
          "",
          "Of texts without spaces between words it finds few that were edited: use sluice dedup on"
              + " the output, see docs/explanation/near-duplicates.md.");
    }
    lines("\n");
  }

  private void comment(String indent, String text) {
    comment(indent, "", text);
  }

  private void comment(String indent, String hanging, String text) {
    YamlText.comment(indent, hanging, text).forEach(line -> lines(line + "\n"));
  }

  private void lines(String text) {
    out.append(text);
  }
}
