package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;

/** Filters by how long a text, its lines and its words are. */
final class LengthFilters {
  private LengthFilters() {}

  static RuleSet wordCount() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "word-count", "Drops documents with too few or too many words.")
            .rule("Measures the number of words.")
            .reference(
                "the 7B corpus preprocessing guide, 3.2 (10 to 1000); Data-Juicer"
                    + " `words_num_filter`")
            .example("{min: 10, max: 1000, words: whitespace}"),
        "word_count",
        new Bound("too_few_words", "10"),
        new Bound("too_many_words", "1000"),
        arguments -> {
          WordRule rule = arguments.value(WORDS);
          return document -> Words.count(document.text(), rule);
        },
        WORDS);
  }

  static RuleSet characterCount() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "character-count", "Drops documents that are too short or too long.")
            .rule("Measures the number of code points, including whitespace.")
            .reference("Data-Juicer `text_length_filter`")
            .example("{min: 200, max: 100000}"),
        "character_count",
        new Bound("too_short", "10"),
        new Bound("too_long", "off"),
        arguments -> LengthFilters::characters);
  }

  static RuleSet averageLineLength() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER,
                "average-line-length",
                "Drops documents whose lines are too short or too long on average.")
            .rule(
                "Measures code points, including line ends, divided by the number of lines of"
                    + " Python's `str.splitlines`. An empty text measures 0.")
            .reference("Data-Juicer `average_line_length_filter`")
            .example("{min: 10, max: 1000}"),
        "average_line_length",
        new Bound("short_lines", "10"),
        new Bound("long_lines", "off"),
        arguments ->
            document ->
                Measure.ratio(
                    characters(document), document.text().analysis(Lines.UNIVERSAL).count()));
  }

  static RuleSet maximumLineLength() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER,
                "maximum-line-length",
                "Drops documents whose longest line is too short or too long.")
            .rule("Measures the code points of the longest line, without its line end.")
            .reference("Data-Juicer `maximum_line_length_filter`")
            .example("{max: 10000}"),
        "maximum_line_length",
        new Bound("short_longest_line", "10"),
        new Bound("long_longest_line", "off"),
        arguments -> LengthFilters::longestLine);
  }

  static double characters(Document document) {
    return document.text().analysis(CharCounts.OF).all();
  }

  private static double longestLine(Document document) {
    Lines lines = document.text().analysis(Lines.UNIVERSAL);
    char[] chars = document.text().chars();
    int longest = 0;
    for (int i = 0; i < lines.count(); i++) {
      if (lines.end(i) - lines.start(i) > longest) { // never fewer units than code points
        longest = Math.max(longest, CharRange.codePoints(chars, lines.start(i), lines.end(i)));
      }
    }
    return longest;
  }
}
