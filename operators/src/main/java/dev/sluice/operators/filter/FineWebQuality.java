package dev.sluice.operators.filter;

import static dev.sluice.operators.filter.Threshold.parameter;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.Words;
import java.util.List;

/** {@code fineweb-quality}: the rules of FineWeb in datatrove's form and order. */
final class FineWebQuality {
  private static final Parameter<Integer> SHORT_LINE =
      Parameter.of(
          "short-line",
          ValueType.whole(0, 1_000_000),
          "30",
          "A line of at most so many code points is short.");
  private static final Parameter<Boolean> KEEP_UNPUNCTUATED =
      Parameter.of(
          "keep-unpunctuated",
          ValueType.flag(),
          "false",
          "Whether a text without any punctuated line passes the first rule.");

  private static final Rule NOT_EMPTY =
      new Rule("empty", document -> lines(document).lines(), true, 1);

  private static final List<Threshold> RULES =
      List.of(
          Threshold.atLeast(
              "line_punct_ratio",
              "fineweb_punctuated_line_ratio",
              parameter(
                  "min-punctuated-lines",
                  "0.12",
                  "The least share of lines that end with one of the 159 characters that end a"
                      + " sentence in any script."),
              FineWebQuality::punctuated),
          Threshold.atMost(
              "short_line_ratio",
              "fineweb_short_line_ratio",
              parameter("max-short-lines", "0.67", "The most short lines."),
              arguments ->
                  document ->
                      Measure.ratio(
                          FineWebLines.shortLines(document.text(), arguments.value(SHORT_LINE)),
                          lines(document).lines())),
          Threshold.atMost(
              "char_dup_ratio",
              "fineweb_duplicate_line_characters",
              parameter(
                  "max-duplicate-characters",
                  "0.01",
                  "The most characters in lines that repeat an earlier one, by all that are no line"
                      + " feeds."),
              arguments -> FineWebQuality::duplicates),
          Threshold.atMost(
              "list_ratio",
              "fineweb_newline_ratio",
              parameter("max-newlines", "0.3", "The most line feeds by tokens."),
              arguments ->
                  document ->
                      Measure.ratio(
                          counts(document).newlines(),
                          Words.of(document.text(), arguments.value(WORDS)).count())));

  private FineWebQuality() {}

  static RuleSet rules() {
    return new RuleSet(
        OperatorDescription.of(
                OperatorGroup.FILTER,
                "fineweb-quality",
                "The rules that FineWeb adds to Gopher's and C4's, as datatrove has them.")
            .rule(
                "In the order of the reasons, over the lines between line feeds that are not blank;"
                    + " a text without any is `empty`. The reasons have datatrove's names. Only the"
                    + " last rule looks at words: with `words: whitespace` the decisions equal"
                    + " datatrove's with words cut at white space.")
            .reference("Penedo et al. 2024; datatrove 0.10 `FineWebQualityFilter`")
            .example("{short-line: 30, max-short-lines: 0.67}"),
        List.of(NOT_EMPTY),
        RULES,
        List.of(SHORT_LINE, KEEP_UNPUNCTUATED, WORDS));
  }

  private static Measure punctuated(Arguments arguments) {
    boolean keepNone = arguments.value(KEEP_UNPUNCTUATED);
    return document -> {
      FineWebLines lines = lines(document);
      boolean passes = keepNone && lines.punctuated() == 0;
      return passes ? 1 : Measure.ratio(lines.punctuated(), lines.lines());
    };
  }

  private static double duplicates(Document document) {
    CharCounts counts = counts(document);
    return Measure.ratio(lines(document).duplicateCharacters(), counts.all() - counts.newlines());
  }

  private static FineWebLines lines(Document document) {
    return document.text().analysis(FineWebLines.OF);
  }

  private static CharCounts counts(Document document) {
    return document.text().analysis(CharCounts.OF);
  }
}
