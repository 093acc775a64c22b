package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import dev.sluice.jobs.init.sample.ValueTally;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Guesses the language: that of most rows, by a column or by the script.
 *
 * @param tag the value of {@code dataset.language}
 */
record DatasetLanguage(String tag, String reason, Optional<String> doubt) {
  private static final String DEFAULT = "en";
  private static final double MOST = 0.9;
  private static final double CHINESE = 0.3;

  /** Of kana, beside Chinese characters; Chinese has none, but for names. */
  private static final double JAPANESE = 0.1;

  private static final Pattern TAG = Pattern.compile("[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*");

  static DatasetLanguage of(RowSample sample, ColumnGuess text) {
    List<SampledColumn> named =
        Candidates.ranked(
            sample, column -> column.isText() && column.values() > 0, ColumnNames::rankAsLanguage);
    for (SampledColumn column : named) {
      Optional<DatasetLanguage> guess = of(column);
      if (guess.isPresent()) {
        return guess.get();
      }
    }
    double han = text.column().map(column -> column.texts().hanShare()).orElse(0.0);
    double kana = text.column().map(column -> column.texts().kanaShare()).orElse(0.0);
    if (kana > JAPANESE) {
      return new DatasetLanguage(
          "ja", "%s of the text is kana".formatted(Figures.percent(kana)), Optional.empty());
    }
    if (han > CHINESE) {
      return new DatasetLanguage(
          "zh",
          "%s of the text is Chinese characters".formatted(Figures.percent(han)),
          Optional.empty());
    }
    return new DatasetLanguage(
        DEFAULT, "no column names the language: this is the default", Optional.empty());
  }

  private static Optional<DatasetLanguage> of(SampledColumn column) {
    Optional<ValueTally.Count> most = column.tally().counts().stream().findFirst();
    // fastText has __label__de, FLORES-200 appends the script: eng_Latn
    Optional<String> tag =
        most.map(each -> each.value().replaceFirst("^__label__", "").replaceAll("_.*", ""))
            .filter(each -> TAG.matcher(each).matches());
    if (tag.isEmpty()) {
      return Optional.empty();
    }
    double share = (double) most.get().rows() / column.values();
    String reason =
        "%s of the rows by the column %s"
            .formatted(Figures.percent(share), Comments.name(column.path()));
    return Optional.of(
        new DatasetLanguage(
            tag.get(),
            reason,
            share >= MOST
                ? Optional.empty()
                : Optional.of(
                    "language: %s is that of only %s; run writes all into one directory"
                        .formatted(tag.get(), reason))));
  }
}
