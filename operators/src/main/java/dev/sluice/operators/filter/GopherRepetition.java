package dev.sluice.operators.filter;

import static dev.sluice.operators.filter.Threshold.parameter;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.text.Duplicates;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.WordNGrams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** {@code gopher-repetition}: the rules of the Gopher paper in datatrove's form and order. */
final class GopherRepetition {
  private static final Analysis<Duplicates> PARAGRAPHS =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.PARAGRAPHS), true));
  private static final Analysis<Duplicates> LINES =
      Analysis.by(text -> Duplicates.among(text, text.analysis(Lines.BETWEEN_RUNS), true));

  private static final int FIRST_DUPLICATE = 5;
  private static final String[] TOP = {"0.20", "0.18", "0.16"};
  private static final String[] DUPLICATE = {"0.15", "0.14", "0.13", "0.12", "0.11", "0.10"};

  private static final Rule NOT_EMPTY =
      new Rule("empty", document -> document.text().length(), true, 1);

  private GopherRepetition() {}

  static RuleSet rules() {
    List<Threshold> rules = new ArrayList<>();
    pieces(rules, "para", "paragraphs", PARAGRAPHS);
    pieces(rules, "line", "lines", LINES);
    for (int i = 0; i < TOP.length; i++) {
      rules.add(top(i + 2, TOP[i]));
    }
    for (int i = 0; i < DUPLICATE.length; i++) {
      rules.add(duplicate(i + FIRST_DUPLICATE, DUPLICATE[i]));
    }
    return new RuleSet(
        OperatorDescription.of(
                OperatorGroup.FILTER,
                "gopher-repetition",
                "Applies the repetition rules of the Gopher paper, as in datatrove.")
            .rule(
                "Applies the rules in the order of the reasons. Paragraphs are separated by two or"
                    + " more line feeds, lines by one or more. Duplicates count from the second"
                    + " occurrence on. Fractions of characters refer to all code points of the"
                    + " text. The search for duplicate sequences continues after the end of a"
                    + " match. Sequences are equal if their tokens are, compared by 64-bit hashes;"
                    + " datatrove compares joined characters, so that `ab c` equals `a bc`. The"
                    + " reasons have datatrove's names.")
            .reference("Rae et al. 2021, table A1; datatrove 0.10 `GopherRepetitionFilter`")
            .example("{max-duplicate-lines: 0.3, max-top-2-grams: off}"),
        List.of(NOT_EMPTY),
        rules,
        List.of(WORDS));
  }

  private static void pieces(
      List<Threshold> rules, String piece, String name, Analysis<Duplicates> analysis) {
    rules.add(
        Threshold.atMost(
            "dup_" + piece + "_frac",
            "gopher_duplicate_" + name,
            parameter(
                "max-duplicate-" + name, "0.30", "Maximum fraction of duplicate " + name + "."),
            arguments ->
                document -> {
                  Duplicates found = document.text().analysis(analysis);
                  return Measure.ratio(found.duplicates(), found.lines());
                }));
    rules.add(
        Threshold.atMost(
            "dup_" + piece + "_char_frac",
            "gopher_duplicate_" + name + "_characters",
            parameter(
                "max-duplicate-" + name + "-characters",
                "0.20",
                "Maximum fraction of characters in duplicate " + name + "."),
            arguments ->
                document ->
                    Measure.ratio(
                        document.text().analysis(analysis).characters(),
                        LengthFilters.characters(document))));
  }

  private static Threshold top(int n, String most) {
    return Threshold.atMost(
        "top_" + n + "_gram",
        "gopher_top_" + n + "_gram",
        parameter(
            "max-top-" + n + "-grams",
            most,
            "Maximum fraction of characters in the most frequent sequence of " + n + " tokens."),
        share(grams -> grams.topCharacters(n)));
  }

  private static Threshold duplicate(int n, String most) {
    return Threshold.atMost(
        "duplicated_" + n + "_n_grams",
        "gopher_duplicate_" + n + "_grams",
        parameter(
            "max-duplicate-" + n + "-grams",
            most,
            "Maximum fraction of characters in repeated sequences of " + n + " tokens."),
        share(grams -> grams.duplicateCharacters(n)));
  }

  private static Function<Arguments, Measure> share(Function<WordNGrams, Integer> characters) {
    return arguments ->
        document ->
            Measure.ratio(
                characters.apply(WordNGrams.of(document.text(), arguments.value(WORDS))),
                LengthFilters.characters(document));
  }
}
