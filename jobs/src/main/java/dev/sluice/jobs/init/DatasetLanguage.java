package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import dev.sluice.jobs.init.sample.ValueTally;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** The share of a column's values that must be languages. */
  private static final double HALF = 0.5;

  /** A code of two letters, or of three as in ISO 639-3, perhaps with a script or a region. */
  private static final Pattern TAG = Pattern.compile("([A-Za-z]{2}|[a-z]{3})(-[0-9A-Za-z]{1,8})*");

  private static final Set<String> CODES = Set.of(Locale.getISOLanguages());

  /** Codes by their names in English, in lower case. */
  private static final Map<String, String> NAMES =
      Stream.of(Locale.getISOLanguages())
          .collect(
              Collectors.toMap(
                  code ->
                      Locale.forLanguageTag(code)
                          .getDisplayLanguage(Locale.ENGLISH)
                          .toLowerCase(Locale.ROOT),
                  code -> code,
                  (one, other) -> one));

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
    return byScript(text).orElseGet(() -> byDefault(named));
  }

  private static Optional<DatasetLanguage> byScript(ColumnGuess text) {
    double han = text.column().map(column -> column.texts().hanShare()).orElse(0.0);
    double kana = text.column().map(column -> column.texts().kanaShare()).orElse(0.0);
    if (kana > JAPANESE) {
      return Optional.of(certain("ja", "%s of the text is kana".formatted(Figures.percent(kana))));
    }
    return han > CHINESE
        ? Optional.of(
            certain("zh", "%s of the text is Chinese characters".formatted(Figures.percent(han))))
        : Optional.empty();
  }

  private static DatasetLanguage certain(String tag, String reason) {
    return new DatasetLanguage(tag, reason, Optional.empty());
  }

  private static DatasetLanguage byDefault(List<SampledColumn> named) {
    if (named.isEmpty()) {
      return certain(DEFAULT, "no column names the language: this is the default");
    }
    SampledColumn column = named.get(0);
    String reason =
        "%s holds %s, and no codes of languages: this is the default"
            .formatted(
                Comments.name(column.path()),
                column.tally().counts().stream()
                    .findFirst()
                    .map(most -> "values such as " + Comments.name(most.value()))
                    .orElse("long texts"));
    return new DatasetLanguage(
        DEFAULT, reason, Optional.of("language: %s; %s".formatted(DEFAULT, reason)));
  }

  private static Optional<DatasetLanguage> of(SampledColumn column) {
    List<ValueTally.Count> counts = column.tally().counts();
    int languages =
        counts.stream()
            .filter(each -> code(each.value()).isPresent())
            .mapToInt(ValueTally.Count::rows)
            .sum();
    Optional<ValueTally.Count> most = counts.stream().findFirst();
    Optional<String> tag = most.flatMap(each -> code(each.value()));
    if (tag.isEmpty() || languages < HALF * column.values()) {
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

  /** Of a code or an English name; empty if a value is neither, as those of programs are. */
  private static Optional<String> code(String value) {
    // fastText has __label__de, FLORES-200 appends the script: eng_Latn
    String tag = value.replaceFirst("^__label__", "").replaceAll("_.*", "");
    String first = tag.replaceFirst("-.*", "");
    boolean known = first.length() > 2 || CODES.contains(first.toLowerCase(Locale.ROOT));
    return TAG.matcher(tag).matches() && known
        ? Optional.of(tag)
        : Optional.ofNullable(NAMES.get(value.toLowerCase(Locale.ROOT)));
  }
}
