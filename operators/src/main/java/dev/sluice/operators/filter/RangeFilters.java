package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
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

/** Filters that measure one number and keep documents for which it is in a range. */
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

  /** The name of a filter that has no default list of words. Statistics omit it. */
  static final RuleSet FLAGGED =
      RuleSet.range("flagged-words")
          .measure("flagged_word_ratio", arguments -> listed(arguments, FLAGGED_WORDS))
          .between("few_flagged_words", "off", "many_flagged_words", "0.045")
          .build(FLAGGED_WORDS, WORDS);

  /** All range filters, in the order of the reference page. */
  static final List<RuleSet> ALL =
      List.of(
          RuleSet.range("word-count")
              .measure("word_count", RangeFilters::wordCount)
              .between("too_few_words", "10", "too_many_words", "1000")
              .build(WORDS),
          RuleSet.range("character-count")
              .measure("character_count", arguments -> RangeFilters::characters)
              .between("too_short", "10", "too_long", "off")
              .build(),
          RuleSet.range("average-line-length")
              .measure("average_line_length", arguments -> RangeFilters::averageLine)
              .between("short_lines", "10", "long_lines", "off")
              .build(),
          RuleSet.range("maximum-line-length")
              .measure("maximum_line_length", arguments -> RangeFilters::longestLine)
              .between("short_longest_line", "10", "long_longest_line", "off")
              .build(),
          RuleSet.range("alphanumeric-ratio")
              .share("alphanumeric_ratio", CharCounts.OF, CharCounts::alphanumeric, CharCounts::all)
              .between("few_alphanumeric", "0.25", "many_alphanumeric", "off")
              .build(),
          RuleSet.range("special-character-ratio")
              .share("special_character_ratio", CharCounts.OF, CharCounts::special, CharCounts::all)
              .between("few_special_characters", "off", "many_special_characters", "0.25")
              .build(),
          RuleSet.range("word-repetition")
              .measure("word_repetition", RangeFilters::wordRepetition)
              .between("few_repeated_words", "off", "many_repeated_words", "0.5")
              .build(WORD_LENGTH, WORDS),
          RuleSet.range("character-repetition")
              .measure("character_repetition", RangeFilters::characterRepetition)
              .between("few_repeated_characters", "off", "many_repeated_characters", "0.5")
              .build(CHARACTER_LENGTH),
          RuleSet.range("stop-words")
              .measure("stop_word_ratio", arguments -> listed(arguments, STOP_WORDS))
              .between("few_stop_words", "0.3", "many_stop_words", "off")
              .build(STOP_WORDS, WORDS),
          FLAGGED,
          RuleSet.range("url-ratio")
              .measure("url_ratio", RangeFilters::urlRatio)
              .between("few_urls", "off", "many_urls", "0.2")
              .build(BARE));

  private RangeFilters() {}

  static double characters(Document document) {
    return document.text().analysis(CharCounts.OF).all();
  }

  private static Measure wordCount(Arguments arguments) {
    WordRule rule = arguments.value(WORDS);
    return document -> Words.count(document.text(), rule);
  }

  private static double averageLine(Document document) {
    return Measure.ratio(characters(document), document.text().analysis(Lines.UNIVERSAL).count());
  }

  private static Measure wordRepetition(Arguments arguments) {
    WordRule rule = arguments.value(WORDS);
    int length = arguments.value(WORD_LENGTH);
    return document -> Repetition.ofWords(document.text(), rule, length);
  }

  private static Measure characterRepetition(Arguments arguments) {
    int length = arguments.value(CHARACTER_LENGTH);
    return document -> Repetition.ofCharacters(document.text(), length);
  }

  private static Measure urlRatio(Arguments arguments) {
    Urls urls = new Urls(arguments.value(BARE), false, false);
    return document ->
        Measure.ratio(urls.codePoints(document.text().chars()), characters(document));
  }

  private static double longestLine(Document document) {
    Lines lines = document.text().analysis(Lines.UNIVERSAL);
    char[] chars = document.text().chars();
    int longest = 0;
    for (int i = 0; i < lines.count(); i++) {
      if (lines.end(i) - lines.start(i) > longest) { // there are never fewer units than code points
        longest = Math.max(longest, CharRange.codePoints(chars, lines.start(i), lines.end(i)));
      }
    }
    return longest;
  }

  /** Returns the share of words that are in a list. */
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
