package dev.sluice.operators.filter;

import com.optimaize.langdetect.i18n.LdLocale;
import com.optimaize.langdetect.profiles.BuiltInLanguages;
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
import dev.sluice.operators.text.LanguageGuess;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Implements {@code language}. */
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
          "languages has %s, which cannot be detected; must be one of %s"
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

  /** Decides when the language of a text is detected. */
  enum Detect {
    /** Detects the language if the column has no value. */
    IF_MISSING,
    /** Always detects the language, regardless of the column. */
    ALWAYS,
    /** Never detects the language. */
    NEVER
  }

  /** Language codes, as in columns of data sets and as detected in texts. */
  private static final class LanguageCode {
    /** A code of ISO 639, of two or three letters, alone or with a country or script. */
    public static final ValueType<String> TYPE =
        new ValueType<>(
            "an ISO 639 code such as en or eng, optionally with a country or script, as in zh-CN or"
                + " eng_Latn",
            LanguageCode::checked,
            code -> code);

    private static final Set<String> TWO_LETTERS = Set.of(Locale.getISOLanguages());

    private LanguageCode() {}

    private static String checked(String text) {
      String[] parts = text.split("[-_]", 2);
      boolean known = TWO_LETTERS.contains(parts[0]) || parts[0].matches("[a-z]{3}");
      if (!known || parts.length > 1 && !parts[1].matches("[A-Za-z0-9]+([-_][A-Za-z0-9]+)*")) {
        throw new IllegalArgumentException("not a language code");
      }
      return text;
    }

    /**
     * Returns the codes that {@link LanguageGuess} can return, and {@code zh} for both Chinese
     * codes.
     */
    public static Set<String> detected() {
      Set<String> codes = new TreeSet<>();
      for (LdLocale language : BuiltInLanguages.getLanguages()) {
        codes.add(language.toString());
        codes.add(language.getLanguage());
      }
      return codes;
    }
  }
}
