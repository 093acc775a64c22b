package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.values.InputPath;
import dev.sluice.storage.text.InputGlob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the guesses as a configuration with comments. */
record ConfigurationText(List<String> inputs, InputSample sample, InitJob.InitGuesses guesses) {
  private static final String TEMPLATE =
      """
      # A configuration for sluice run, guessed from the files by sluice init. Check it before use.
      # docs/reference/configuration.md describes all keys. Keys that are not listed have defaults.
      #
      #   sluice run -c THIS_FILE --output OUT
      #
      %s
      dataset:
        name: %s
        # set source, source-version and license for ATTRIBUTION.md
      %s  language: %s

      input:
        path:%s
        columns:
      %s
      %s%s
      output:
        partition-by: %s
      """;

  private static final String UNSCORED =
      """
      # There is no column of scores: every row gets this score and goes into one bucket.
      score:
        constant: 1.0
      buckets:
        - {name: "all", min: 0.0, max: inf, rate: 1.0}
      """;

  private static final String RANGE =
      """
      %sscore:
        # scores outside this range are invalid; all finite scores of the sample are inside it
        min: %s
        max: %s
      %s
      # %s
      # Comments show the share of the sample, and the estimated number of rows kept of all files.
      buckets:
      %s
      """;

  private static final String WITHOUT_IDS =
      """
      # To drop documents with equal texts, set input.id to text-hash, and remove these lines:
      dedup:
        scope: none  # derived ids differ, so there is nothing to compare
      """;

  private static final String NEAR_DEDUP =
      "# near-dedup: {method: minhash}  # removes documents that an earlier one contains\n";

  private static final int LISTED_COLUMNS = 20;
  private static final int COMMENT_COLUMN = 56;
  private static final int LONGEST_NAME = 64;
  private static final double EPSILON = 1e-9;

  static String of(List<String> inputs, InputSample sample, InitJob.InitGuesses guesses) {
    return new ConfigurationText(inputs, sample, guesses).text();
  }

  private String text() {
    DatasetLanguage language = guesses.language();
    return TEMPLATE.formatted(
        head(),
        YamlText.value(name()),
        YamlText.comment("  ", "the directory of the shards; " + language.reason()),
        YamlText.value(language.tag()),
        paths(),
        columns(),
        score(),
        (guesses.id().column().isEmpty() ? WITHOUT_IDS : "") + NEAR_DEDUP,
        guesses.dump().column().path().isPresent() ? "[bucket, dump]" : "[bucket]  # no dumps");
  }

  private String head() {
    StringBuilder head = new StringBuilder(YamlText.comment("", "Read: ", sample.describe()));
    if (!guesses.doubts().isEmpty()) {
      head.append("#\n# Not certain:\n");
      guesses.doubts().forEach(doubt -> head.append(YamlText.comment("", "- ", doubt)));
    }
    return head.toString();
  }

  /**
   * Returns a name for the data set: the name of the first directory or file, without characters
   * that are not allowed.
   */
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

  private String paths() {
    if (inputs.size() == 1) {
      return " " + YamlText.value(inputs.get(0));
    }
    return inputs.stream()
        .map(each -> "\n    - " + YamlText.value(each))
        .collect(Collectors.joining());
  }

  private String columns() {
    ColumnGuess dump = guesses.dump().column();
    String mapped =
        column("text", guesses.text(), "# text: COLUMN")
            + column("id", guesses.id(), "id: null")
            + column("score", guesses.score(), "score: null");
    if (!guesses.dump().isWithin()) {
      return mapped + column("dump", dump, "dump: null") + unused();
    }
    return mapped
        + unused()
        + YamlText.comment("  ", "dump names within the values of a column: " + dump.why())
        + "  dump:\n    column: %s\n    match: %s\n"
            .formatted(
                YamlText.value(dump.path().orElseThrow()),
                YamlText.quoted(DumpGuess.CRAWL_WITHIN.regex()));
  }

  /**
   * Formats the mapping of a field to a column.
   *
   * @param none the text to use if there is no column
   */
  private static String column(String field, ColumnGuess guess, String none) {
    String mapping = guess.path().map(path -> field + ": " + YamlText.value(path)).orElse(none);
    return YamlText.comment("    ", guess.why()) + "    " + mapping + "\n";
  }

  private String unused() {
    List<String> others =
        Stream.concat(sample.declared().stream(), sample.columns().stream())
            .distinct()
            .filter(column -> !guesses.uses(column.path()))
            .map(column -> "%s (%s)".formatted(column.name(), column.describe()))
            .toList();
    if (others.isEmpty()) {
      return "";
    }
    String names = others.stream().limit(LISTED_COLUMNS).collect(Collectors.joining(", "));
    int more = others.size() - LISTED_COLUMNS;
    return YamlText.comment(
        "    ", "not used: " + names + (more > 0 ? " and %,d more".formatted(more) : ""));
  }

  private String score() {
    if (guesses.score().column().isEmpty()) {
      return UNSCORED;
    }
    return guesses.range().map(this::range).orElse("");
  }

  private String range(ScoreRange range) {
    String scores =
        "%s from %s to %s%s; quartiles %s, %s and %s"
            .formatted(
                Figures.counted(range.sorted().length, "score"),
                Figures.rough(range.least()),
                Figures.rough(range.greatest()),
                range.scale() == 1 ? "" : ", scaled",
                Figures.rough(range.quantile(0.25)),
                Figures.rough(range.quantile(0.5)),
                Figures.rough(range.quantile(0.75)));
    int invalid = sample.rows() - range.sorted().length;
    String without =
        "%s of the sample without a score, or with a score that is not a finite number; such rows are never kept"
            .formatted(Figures.counted(invalid, "row"));
    String scale = "  scale: %s\n".formatted(Figures.decimal(range.scale()));
    return RANGE.formatted(
        YamlText.comment("", scores) + (invalid > 0 ? YamlText.comment("", without) : ""),
        Figures.decimal(range.min()),
        Figures.decimal(range.max()),
        range.scaleReason().map(reason -> YamlText.comment("  ", reason) + scale).orElse(""),
        range.educational()
            ? "The default buckets: the scores look like those of FineWeb-Edu."
            : "Buckets between the quartiles of the sample.",
        buckets(range));
  }

  private String buckets(ScoreRange range) {
    List<Bucket> buckets = range.buckets();
    ScoreBuckets ranges = new ScoreBuckets(buckets, EPSILON);
    long[] rows = new long[buckets.size() + 1];
    for (double score : range.sorted()) {
      int bucket = ranges.indexOf(score);
      rows[bucket == ScoreBuckets.NONE ? buckets.size() : bucket]++;
    }
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < buckets.size(); i++) {
      lines.append(bucket(buckets.get(i), rows[i]));
    }
    long left = rows[buckets.size()];
    return lines
        + (left > 0
            ? YamlText.comment("  ", share(left) + " of the sample is in no bucket and is not kept")
            : "");
  }

  private String bucket(Bucket bucket, long rows) {
    String value =
        "  - {name: %s, min: %s, max: %s, rate: %s}"
            .formatted(
                YamlText.quoted(bucket.name()),
                Figures.decimal(bucket.min()),
                Double.isInfinite(bucket.max()) ? "inf" : Figures.decimal(bucket.max()),
                Figures.decimal(bucket.rate()));
    long kept = Math.round(rows * bucket.rate() * sample.factor());
    return "%s  # %s; %s\n"
        .formatted(
            value + " ".repeat(Math.max(0, COMMENT_COLUMN - value.length())),
            share(rows),
            Figures.counted(kept, "row"));
  }

  private String share(long rows) {
    return Figures.percent((double) rows / Math.max(1, sample.rows()));
  }
}
