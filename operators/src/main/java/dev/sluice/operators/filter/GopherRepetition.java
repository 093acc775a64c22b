package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.Lines.Duplicates;
import dev.sluice.operators.text.WordNGrams;
import dev.sluice.operators.text.WordRule;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Implements {@code gopher-repetition}, which has the rules of the Gopher paper in datatrove's form
 * and order.
 */
final class GopherRepetition {
  private static final Analysis<Duplicates> PARAGRAPHS =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.PARAGRAPHS), true));
  private static final Analysis<Duplicates> LINES =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.BETWEEN_RUNS), true));

  private static final int FIRST_DUPLICATE = 5;
  private static final String[] TOP = {"0.20", "0.18", "0.16"};
  private static final String[] DUPLICATE = {"0.15", "0.14", "0.13", "0.12", "0.11", "0.10"};

  static final RuleSet RULES = rules();

  private GopherRepetition() {}

  private static RuleSet rules() {
    RuleSet.Builder rules =
        RuleSet.of("gopher-repetition").notEmpty(document -> document.text().length());
    pieces(rules, "para", "paragraphs", PARAGRAPHS);
    pieces(rules, "line", "lines", LINES);
    for (int i = 0; i < TOP.length; i++) {
      int n = i + 2;
      rules
          .measure("gopher_top_" + n + "_gram", share(grams -> grams.topCharacters(n)))
          .atMost("top_" + n + "_gram", "max-top-" + n + "-grams", TOP[i]);
    }
    for (int i = 0; i < DUPLICATE.length; i++) {
      int n = i + FIRST_DUPLICATE;
      rules
          .measure("gopher_duplicate_" + n + "_grams", share(grams -> grams.duplicateCharacters(n)))
          .atMost("duplicated_" + n + "_n_grams", "max-duplicate-" + n + "-grams", DUPLICATE[i]);
    }
    return rules.build(WORDS);
  }

  private static void pieces(
      RuleSet.Builder rules, String piece, String name, Analysis<Duplicates> analysis) {
    rules
        .share("gopher_duplicate_" + name, analysis, Duplicates::duplicates, Duplicates::lines)
        .atMost("dup_" + piece + "_frac", "max-duplicate-" + name, "0.30")
        .measure(
            "gopher_duplicate_" + name + "_characters",
            arguments ->
                document ->
                    Measure.ratio(
                        document.text().analysis(analysis).characters(),
                        RangeFilters.characters(document)))
        .atMost("dup_" + piece + "_char_frac", "max-duplicate-" + name + "-characters", "0.20");
  }

  private static Function<Arguments, Measure> share(ToDoubleFunction<WordNGrams> characters) {
    return arguments -> {
      WordRule rule = arguments.value(WORDS);
      return document ->
          Measure.ratio(
              characters.applyAsDouble(WordNGrams.of(document.text(), rule)),
              RangeFilters.characters(document));
    };
  }
}
