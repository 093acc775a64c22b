package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
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
  private static final OperatorTexts TEXTS = OperatorTexts.of("language");
  private static final Parameter<List<String>> LANGUAGES =
      TEXTS.list("languages", LanguageCode.TYPE, List.of("en"));
  private static final Parameter<Double> THRESHOLD =
      TEXTS.parameter("threshold", ValueType.number(0, 1, "a number from 0 to 1"), "0.65");
  private static final Parameter<Detect> DETECT =
      TEXTS.parameter("detect", ValueType.oneOf(Detect.class), "if-missing");
  private static final Parameter<String> FIELD =
      TEXTS.parameter("field", ValueType.text(), "language");
  private static final Parameter<String> SCORE_FIELD =
      TEXTS.parameter("score-field", ValueType.text(), "language_score");

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
          "languages has %s, which cannot be detected; languages that can be detected: %s"
              .formatted(String.join(", ", never), String.join(", ", LanguageCode.detected())));
    }
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.FILTER)
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

  /** When to detect the language of a text. */
  enum Detect {
    /** If the column has no value. */
    IF_MISSING,
    /** Always, regardless of the column. */
    ALWAYS,
    /** Never. */
    NEVER
  }
}
