package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.text.Duplicates;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.WordNGrams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** {@code gopher-repetition}: the rules of the Gopher paper in datatrove's form and order. */
final class GopherRepetition {
  private static final OperatorTexts TEXTS = OperatorTexts.of("gopher-repetition");
  private static final Analysis<Duplicates> PARAGRAPHS =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.PARAGRAPHS), true));
  private static final Analysis<Duplicates> LINES =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.BETWEEN_RUNS), true));

  private static final int FIRST_DUPLICATE = 5;
  private static final String[] TOP = {"0.20", "0.18", "0.16"};
  private static final String[] DUPLICATE = {"0.15", "0.14", "0.13", "0.12", "0.11", "0.10"};

  private static final RuleSet.Rule NOT_EMPTY =
      new RuleSet.Rule("empty", document -> document.text().length(), true, 1);

  static final RuleSet RULES =
      new RuleSet("gopher-repetition", List.of(NOT_EMPTY), thresholds(), List.of(WORDS));

  private GopherRepetition() {}

  private static List<Threshold> thresholds() {
    List<Threshold> rules = new ArrayList<>();
    pieces(rules, "para", "paragraphs", PARAGRAPHS);
    pieces(rules, "line", "lines", LINES);
    for (int i = 0; i < TOP.length; i++) {
      rules.add(top(i + 2, TOP[i]));
    }
    for (int i = 0; i < DUPLICATE.length; i++) {
      rules.add(duplicate(i + FIRST_DUPLICATE, DUPLICATE[i]));
    }
    return rules;
  }

  private static void pieces(
      List<Threshold> rules, String piece, String name, Analysis<Duplicates> analysis) {
    rules.add(
        Threshold.atMost(
            "dup_" + piece + "_frac",
            "gopher_duplicate_" + name,
            Threshold.parameter(TEXTS, "max-duplicate-" + name, "0.30"),
            arguments ->
                document -> {
                  Duplicates found = document.text().analysis(analysis);
                  return Measure.ratio(found.duplicates(), found.lines());
                }));
    rules.add(
        Threshold.atMost(
            "dup_" + piece + "_char_frac",
            "gopher_duplicate_" + name + "_characters",
            Threshold.parameter(TEXTS, "max-duplicate-" + name + "-characters", "0.20"),
            arguments ->
                document ->
                    Measure.ratio(
                        document.text().analysis(analysis).characters(),
                        RangeFilters.characters(document))));
  }

  private static Threshold top(int n, String most) {
    return Threshold.atMost(
        "top_" + n + "_gram",
        "gopher_top_" + n + "_gram",
        Threshold.parameter(TEXTS, "max-top-" + n + "-grams", most),
        share(grams -> grams.topCharacters(n)));
  }

  private static Threshold duplicate(int n, String most) {
    return Threshold.atMost(
        "duplicated_" + n + "_n_grams",
        "gopher_duplicate_" + n + "_grams",
        Threshold.parameter(TEXTS, "max-duplicate-" + n + "-grams", most),
        share(grams -> grams.duplicateCharacters(n)));
  }

  private static Function<Arguments, Measure> share(Function<WordNGrams, Integer> characters) {
    return arguments ->
        document ->
            Measure.ratio(
                characters.apply(WordNGrams.of(document.text(), arguments.value(WORDS))),
                RangeFilters.characters(document));
  }
}
