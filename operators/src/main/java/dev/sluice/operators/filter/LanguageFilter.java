package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.LanguageCode;
import dev.sluice.operators.text.LanguageGuess;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code language}. */
final class LanguageFilter implements TextOperator {
  private static final Parameter<List<String>> LANGUAGES =
      Parameter.list("languages", LanguageCode.TYPE, List.of("en"), "Languages to keep.");
  private static final Parameter<Double> THRESHOLD =
      Parameter.of(
          "threshold", ValueType.number(0, 1, "a number from 0 to 1"), "0.65", "Minimum score.");
  private static final Parameter<Detect> DETECT =
      Parameter.of(
          "detect",
          ValueType.oneOf(Detect.class),
          "if-missing",
          "When to detect the language from the text: if the column has no value, always,"
              + " or never.");
  private static final Parameter<String> FIELD =
      Parameter.of("field", ValueType.text(), "language", "Column with the language.");
  private static final Parameter<String> SCORE_FIELD =
      Parameter.of(
          "score-field",
          ValueType.text(),
          "language_score",
          "Column with the score. Without a value, only the language decides.");

  private final Set<String> languages;
  private final double threshold;
  private final Detect detect;
  private final String field;
  private final String scoreField;

  private LanguageFilter(Arguments arguments) {
    this.languages = new HashSet<>(arguments.value(LANGUAGES));
    this.threshold = arguments.value(THRESHOLD);
    this.detect = arguments.value(DETECT);
    this.field = arguments.value(FIELD);
    this.scoreField = arguments.value(SCORE_FIELD);
    check();
  }

  private void check() {
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("languages is empty: nothing would be kept");
    }
    Set<String> never = new TreeSet<>(languages);
    never.removeAll(LanguageCode.detected());
    if (detect == Detect.ALWAYS && !never.isEmpty()) {
      throw new IllegalArgumentException(
          "languages has %s, which no text is ever found to be in; those that can be found: %s"
              .formatted(String.join(", ", never), String.join(", ", LanguageCode.detected())));
    }
  }

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.FILTER, "language", "Keeps documents in the given languages.")
        .rule(
            "Uses the data set's language column if there is one, as in FineWeb. Otherwise detects"
                + " the"
                + " language from the first %d characters of the text with Optimaize's profiles of"
                    .formatted(LanguageGuess.LOOKED_AT)
                + " 70 languages, not with fastText, whose scores differ. `zh` includes `zh-CN` and"
                + " `zh-TW`.")
        .reference(
            "the 7B corpus preprocessing guide, 3.2; datatrove `LanguageFilter` (0.65), Data-Juicer"
                + " `language_id_score_filter` (0.8)")
        .example("{languages: [en, de], threshold: 0.65}")
        .parameters(LANGUAGES, THRESHOLD, DETECT, FIELD, SCORE_FIELD)
        .reasons("unknown_language", "other_language", "low_language_score")
        .making(LanguageFilter::new);
  }

  @Override
  public Set<String> optionalFields() {
    return detect == Detect.ALWAYS ? Set.of() : Set.of(field, scoreField);
  }

  @Override
  public Set<String> requiredFields() {
    return detect == Detect.NEVER ? Set.of(field) : Set.of();
  }

  @Override
  public Decision apply(Document document) {
    Optional<FieldValue> known =
        detect == Detect.ALWAYS
            ? Optional.empty()
            : document.fields().find(field).filter(value -> value.list().isEmpty());
    if (known.isPresent()) {
      Optional<FieldValue> score = document.fields().find(scoreField);
      return judge(known.get().text(), score.flatMap(LanguageFilter::number).orElse(1.0));
    }
    if (detect == Detect.NEVER) {
      return new Decision.Dropped("unknown_language", Double.NaN);
    }
    LanguageGuess guess = document.text().analysis(LanguageGuess.OF);
    return guess.language().isEmpty()
        ? new Decision.Dropped("unknown_language", Double.NaN)
        : judge(guess.language(), guess.probability());
  }

  private static Optional<Double> number(FieldValue value) {
    return value.number().isPresent()
        ? Optional.of(value.number().getAsDouble())
        : Optional.empty();
  }

  private Decision judge(String language, double score) {
    boolean wanted =
        languages.contains(language) || languages.contains(language.split("[-_]", 2)[0]);
    if (!wanted) {
      return new Decision.Dropped("other_language", score);
    }
    return score >= threshold ? Decision.KEPT : new Decision.Dropped("low_language_score", score);
  }

  /** When a text is asked for its language. */
  enum Detect {
    /** Where the column has nothing. */
    IF_MISSING,
    /** Whatever the column says. */
    ALWAYS,
    /** Not at all. */
    NEVER
  }
}
