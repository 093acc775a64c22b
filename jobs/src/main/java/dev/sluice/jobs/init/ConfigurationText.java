package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.init.sample.KnownColumn;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import dev.sluice.jobs.init.sample.SchemaSurvey;
import dev.sluice.jobs.init.sample.TextValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The text of a configuration: a function of what was found. */
final class ConfigurationText {
  private static final int LISTED_COLUMNS = 20;
  private static final int COMMENT_COLUMN = 56;

  private final SchemaSurvey survey;
  private final RowSample sample;
  private final InitGuesses guesses;
  private final InputTotals totals;
  private final List<String> inputs;
  private final StringBuilder out = new StringBuilder();

  private ConfigurationText(
      List<String> inputs, SchemaSurvey survey, RowSample sample, InitGuesses guesses) {
    this.inputs = inputs;
    this.survey = survey;
    this.sample = sample;
    this.guesses = guesses;
    this.totals = InputTotals.of(survey, sample);
  }

  static String of(
      List<String> inputs, SchemaSurvey survey, RowSample sample, InitGuesses guesses) {
    ConfigurationText text = new ConfigurationText(inputs, survey, sample, guesses);
    text.head();
    text.dataset();
    text.input();
    text.score();
    text.buckets();
    text.dedup();
    text.output();
    return text.out.toString();
  }

  private void head() {
    comment("A configuration for sluice run, guessed from the files by sluice init. Check it.");
    comment(
        "Every key is described in docs/reference/configuration.md. Others have their defaults.");
    line("#");
    comment("  sluice run -c THIS_FILE --output OUT");
    line("#");
    item("files: ", "%s, %s".formatted(totals.files(), Figures.bytes(totals.bytes())));
    item("read:  ", looked());
    if (guesses.kept().isPresent() && sample.rows() > 0) {
      item("keeps: ", forecast(guesses.kept().get()));
    }
    list("Not certain:", guesses.doubts());
    line("");
  }

  private String looked() {
    String schemas =
        totals.schemas() == totals.tables() + totals.lines()
            ? "all schemas"
            : "the schemas of " + Figures.counted(totals.schemas(), "file");
    if (totals.exact() && sample.rows() == Math.round(totals.rows())) {
      return schemas + " and all %s".formatted(Figures.counted(sample.rows(), "row"));
    }
    String rows =
        "%s of %s%s"
            .formatted(
                Figures.counted(sample.rows(), "row"),
                totals.exact() ? "" : "about ",
                Figures.count(totals.rows()));
    String from = sample.pieces() == 0 ? "" : ", the first of " + pieces();
    String skipped =
        sample.skipped() == 0
            ? ""
            : "; %s could not be read".formatted(Figures.counted(sample.skipped(), "row"));
    return "%s; %s%s%s".formatted(schemas, rows, from, skipped);
  }

  private String pieces() {
    String noun = totals.tables() == 0 ? "file" : "row group";
    return sample.pieces() == 1
        ? "one " + noun
        : "each of %s that are evenly spread".formatted(Figures.counted(sample.pieces(), noun));
  }

  private String forecast(KeptFigures kept) {
    SizeForecast forecast =
        SizeForecast.of(
            kept,
            totals.factor(sample),
            guesses.text().column().map(SampledColumn::texts).orElseGet(TextValues::new),
            totals.lines() > 0);
    return "about %s with %s of text, before duplicates are removed; the output takes about %s, with ids and topics %s of disk"
        .formatted(
            Figures.counted(Math.round(forecast.rows()), "row"),
            Figures.bytes(forecast.text()),
            Figures.bytes(forecast.shards()),
            Figures.bytes(forecast.disk()));
  }

  private void dataset() {
    line("dataset:");
    line("  name: " + YamlScalar.of(DatasetName.of(inputs)));
    comment("  ", "source, source-version and license are not known: name them for ATTRIBUTION.md");
    comment("  ", "names the directory of the shards; " + guesses.language().reason());
    line("  language: " + YamlScalar.of(guesses.language().tag()));
    line("");
  }

  private void input() {
    line("input:");
    if (inputs.size() == 1) {
      line("  path: " + YamlScalar.of(inputs.get(0)));
    } else {
      line("  path:");
      inputs.forEach(each -> line("    - " + YamlScalar.of(each)));
    }
    line("  columns:");
    column("text", guesses.text(), Optional.empty());
    column("id", guesses.id(), Optional.of("null"));
    column("score", guesses.score(), Optional.of("null"));
    if (guesses.dump().isWithin()) {
      unused();
      dumpWithin(guesses.dump().column());
    } else {
      column("dump", guesses.dump().column(), Optional.of("null"));
      unused();
    }
    line("");
  }

  private void dumpWithin(ColumnGuess guess) {
    comment("  ", "names within the values of a column: " + String.join("; ", guess.reasons()));
    line("  dump:");
    line("    column: " + YamlScalar.of(guess.path().orElseThrow()));
    line("    match: " + YamlScalar.quoted(SampledColumn.CRAWL_WITHIN.regex()));
  }

  /**
   * Maps a field.
   *
   * @param none what to write if there is no column; empty if the field cannot be without one
   */
  private void column(String field, ColumnGuess guess, Optional<String> none) {
    comment("    ", String.join("; ", guess.reasons()));
    if (guess.column().isPresent()) {
      line("    %s: %s".formatted(field, YamlScalar.of(guess.path().orElseThrow())));
    } else {
      line(
          none.map(value -> "    %s: %s".formatted(field, value))
              .orElse("    # %s: COLUMN".formatted(field)));
    }
  }

  private void unused() {
    Map<String, String> others = new LinkedHashMap<>();
    for (KnownColumn column : survey.columns()) {
      others.put(column.path(), column.describe());
    }
    for (SampledColumn column : sample.columns()) {
      others.put(column.path(), column.describe());
    }
    others.keySet().removeIf(guesses::uses);
    if (others.isEmpty()) {
      return;
    }
    String names =
        others.entrySet().stream()
            .limit(LISTED_COLUMNS)
            .map(each -> "%s (%s)".formatted(Comments.name(each.getKey()), each.getValue()))
            .collect(Collectors.joining(", "));
    int more = others.size() - LISTED_COLUMNS;
    comment(
        "    ",
        "not used: " + names + (more > 0 ? " and %s more".formatted(Figures.count(more)) : ""));
  }

  private void score() {
    if (guesses.score().column().isEmpty()) {
      comment("No column of scores: every row has this one, and is in one bucket.");
      line("score:");
      line("  constant: 1.0");
      line("");
      return;
    }
    if (guesses.range().isEmpty()) {
      return;
    }
    ScoreRange range = guesses.range().get();
    comment(
        "%s from %s to %s%s; quartiles %s, %s and %s"
            .formatted(
                Figures.counted(range.sorted().length, "score"),
                Figures.rough(range.least()),
                Figures.rough(range.greatest()),
                range.scale() == 1 ? "" : ", scaled",
                Figures.rough(range.quantile(0.25)),
                Figures.rough(range.quantile(0.5)),
                Figures.rough(range.quantile(0.75))));
    comment(
        "Scores from each number up to the next. The first and the last line also count all"
            + " beyond:");
    ScoreHistogram.of(range).forEach(bar -> line("# " + bar));
    long invalid = guesses.kept().map(KeptFigures::invalid).orElse(0L);
    if (invalid > 0) {
      comment(
          "%s of the sample without a score, or with one that is no finite number: never kept"
              .formatted(Figures.counted(invalid, "row")));
    }
    line("score:");
    comment(
        "  ", "scores outside of this range are invalid; all finite ones of the sample are inside");
    line("  min: " + Figures.decimal(range.min()));
    line("  max: " + Figures.decimal(range.max()));
    if (range.scaleReason().isPresent()) {
      comment("  ", range.scaleReason().get());
      line("  scale: " + Figures.decimal(range.scale()));
    }
    line("");
  }

  private void buckets() {
    if (guesses.score().column().isEmpty()) {
      line("buckets:");
      line("  - {name: \"all\", min: 0.0, max: inf, rate: 1.0}");
      line("");
      return;
    }
    if (guesses.kept().isEmpty()) {
      return;
    }
    KeptFigures kept = guesses.kept().get();
    comment(
        guesses.range().orElseThrow().educational()
            ? "The default buckets: the scores look like those of FineWeb-Edu."
            : "Buckets between the quartiles of the sample.");
    comment("Beside each: its share of the sample; about how much it keeps of all files.");
    line("buckets:");
    for (int i = 0; i < kept.buckets().size(); i++) {
      bucket(kept, i);
    }
    if (kept.outside() > 0) {
      comment(
          "  ", "%s of the sample is in no bucket and not kept".formatted(share(kept.outside())));
    }
    line("");
  }

  private void bucket(KeptFigures kept, int index) {
    Bucket bucket = kept.buckets().get(index);
    String value =
        "  - {name: %s, min: %s, max: %s, rate: %s}"
            .formatted(
                YamlScalar.quoted(bucket.name()),
                Figures.decimal(bucket.min()),
                Double.isInfinite(bucket.max()) ? "inf" : Figures.decimal(bucket.max()),
                Figures.decimal(bucket.rate()));
    double factor = totals.factor(sample);
    line(
        "%s  # %s; %s, %s of text"
            .formatted(
                value + " ".repeat(Math.max(0, COMMENT_COLUMN - value.length())),
                share(kept.rows()[index]),
                Figures.counted(Math.round(kept.keptRows(index) * factor), "row"),
                Figures.bytes(kept.keptBytes(index) * factor)));
  }

  private String share(long rows) {
    return Figures.percent((double) rows / Math.max(1, sample.rows()));
  }

  private void dedup() {
    if (guesses.id().column().isEmpty()) {
      line("# To drop documents with an equal text, set input.id to text-hash, and remove this:");
      line("dedup:");
      line("  scope: none  # derived ids differ, so that there is nothing to compare");
      line("");
    }
    line("# near-dedup: {method: minhash}  # removes documents that are similar to earlier ones");
    if (guesses.language().isWithoutSpaces()) {
      comment(
          "Of texts without spaces between words it finds few that were edited: use sluice dedup on"
              + " the output, see docs/explanation/near-duplicates.md.");
    }
    line("");
  }

  private void output() {
    line("output:");
    if (guesses.dump().column().path().isEmpty()) {
      line("  partition-by: [bucket]  # no dumps");
    } else {
      line("  partition-by: [bucket, dump]");
    }
  }

  private void list(String title, List<String> texts) {
    if (texts.isEmpty()) {
      return;
    }
    line("#");
    comment(title);
    texts.forEach(text -> item("- ", text));
  }

  private void comment(String text) {
    comment("", text);
  }

  private void comment(String indent, String text) {
    Comments.lines(indent, "", text).forEach(this::line);
  }

  private void item(String hanging, String text) {
    Comments.lines("", hanging, text).forEach(this::line);
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
