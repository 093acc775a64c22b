package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.Repetition;
import dev.sluice.operators.text.Urls;
import dev.sluice.operators.text.WordHashes;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.WordSet;
import dev.sluice.operators.text.Words;
import java.util.List;

/** Filters that measure one number and keep a range of it. */
final class RangeFilters {
  private static final ValueType<Integer> LENGTH = ValueType.whole(1, 1000);
  private static final Parameter<Integer> WORD_LENGTH =
      OperatorTexts.of("word-repetition").parameter("length", LENGTH, "10");
  private static final Parameter<Integer> CHARACTER_LENGTH =
      OperatorTexts.of("character-repetition").parameter("length", LENGTH, "10");
  private static final Parameter<Boolean> BARE = OperatorTexts.of("url-ratio").flag("bare", false);

  /** Function words of English, chosen by frequency and by class. */
  private static final List<String> ENGLISH =
      List.of(
          ("a about above after again against all am an and any are as at be because been before"
                  + " being below between both but by can could did do does doing down during each"
                  + " few for from further had has have having he her here hers herself him himself"
                  + " his how i if in into is it its itself just me might more most must my myself"
                  + " no nor not now of off on once only or other our ours ourselves out over own"
                  + " same shall she should so some such than that the their theirs them themselves"
                  + " then there these they this those through to too under until up very was we"
                  + " were what when where which while who whom why will with would you your yours"
                  + " yourself yourselves")
              .split(" "));

  private static final Parameter<List<String>> STOP_WORDS =
      OperatorTexts.of("stop-words").list("list", ValueType.text(), ENGLISH);
  private static final Parameter<List<String>> FLAGGED_WORDS =
      OperatorTexts.of("flagged-words").requiredList("list", ValueType.text());

  /** Without a default list of words, so no statistic measures it. */
  static final RuleSet FLAGGED =
      RuleSet.range(
          "flagged-words",
          "flagged_word_ratio",
          new Bound("few_flagged_words", "off"),
          new Bound("many_flagged_words", "0.045"),
          arguments -> listed(arguments, FLAGGED_WORDS),
          FLAGGED_WORDS,
          WORDS);

  /** All range filters, in the order of the reference page. */
  static final List<RuleSet> ALL =
      List.of(
          RuleSet.range(
              "word-count",
              "word_count",
              new Bound("too_few_words", "10"),
              new Bound("too_many_words", "1000"),
              arguments -> {
                WordRule rule = arguments.value(WORDS);
                return document -> Words.count(document.text(), rule);
              },
              WORDS),
          RuleSet.range(
              "character-count",
              "character_count",
              new Bound("too_short", "10"),
              new Bound("too_long", "off"),
              arguments -> RangeFilters::characters),
          RuleSet.range(
              "average-line-length",
              "average_line_length",
              new Bound("short_lines", "10"),
              new Bound("long_lines", "off"),
              arguments ->
                  document ->
                      Measure.ratio(
                          characters(document), document.text().analysis(Lines.UNIVERSAL).count())),
          RuleSet.range(
              "maximum-line-length",
              "maximum_line_length",
              new Bound("short_longest_line", "10"),
              new Bound("long_longest_line", "off"),
              arguments -> RangeFilters::longestLine),
          RuleSet.range(
              "alphanumeric-ratio",
              "alphanumeric_ratio",
              new Bound("few_alphanumeric", "0.25"),
              new Bound("many_alphanumeric", "off"),
              arguments ->
                  document -> {
                    CharCounts counts = document.text().analysis(CharCounts.OF);
                    return Measure.ratio(counts.alphanumeric(), counts.all());
                  }),
          RuleSet.range(
              "special-character-ratio",
              "special_character_ratio",
              new Bound("few_special_characters", "off"),
              new Bound("many_special_characters", "0.25"),
              arguments ->
                  document -> {
                    CharCounts counts = document.text().analysis(CharCounts.OF);
                    return Measure.ratio(counts.special(), counts.all());
                  }),
          RuleSet.range(
              "word-repetition",
              "word_repetition",
              new Bound("few_repeated_words", "off"),
              new Bound("many_repeated_words", "0.5"),
              arguments ->
                  document ->
                      Repetition.ofWords(
                          document.text(), arguments.value(WORDS), arguments.value(WORD_LENGTH)),
              WORD_LENGTH,
              WORDS),
          RuleSet.range(
              "character-repetition",
              "character_repetition",
              new Bound("few_repeated_characters", "off"),
              new Bound("many_repeated_characters", "0.5"),
              arguments ->
                  document ->
                      Repetition.ofCharacters(document.text(), arguments.value(CHARACTER_LENGTH)),
              CHARACTER_LENGTH),
          RuleSet.range(
              "stop-words",
              "stop_word_ratio",
              new Bound("few_stop_words", "0.3"),
              new Bound("many_stop_words", "off"),
              arguments -> listed(arguments, STOP_WORDS),
              STOP_WORDS,
              WORDS),
          FLAGGED,
          RuleSet.range(
              "url-ratio",
              "url_ratio",
              new Bound("few_urls", "off"),
              new Bound("many_urls", "0.2"),
              arguments -> {
                Urls urls = new Urls(arguments.value(BARE), false, false);
                return document ->
                    Measure.ratio(urls.codePoints(document.text().chars()), characters(document));
              },
              BARE));

  private RangeFilters() {}

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

  /** The share of words that are in a list. */
  private static Measure listed(Arguments arguments, Parameter<List<String>> list) {
    WordSet set = new WordSet(arguments.value(list), true);
    WordRule rule = arguments.value(WORDS);
    return document -> {
      Words words = Words.of(document.text(), rule);
      long[] hashes = WordHashes.ofLower(document.text(), rule);
      int found = 0;
      for (int i = 0; i < hashes.length; i++) {
        found += words.isWord(i) && set.indexOf(hashes[i]) != WordSet.NONE ? 1 : 0;
      }
      return Measure.ratio(found, words.words());
    };
  }
}
