package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Text;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.WordHashes;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.WordSet;
import dev.sluice.operators.text.Words;
import java.util.List;

/** Filters by the share of words that are in a list. */
final class WordListFilters {
  /** Function words of English, by frequency no less than by class. */
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
      Parameter.list("list", ValueType.text(), ENGLISH, "Words to search for, in any case.");
  private static final Parameter<List<String>> FLAGGED_WORDS =
      Parameter.requiredList("list", ValueType.text(), "Words to search for, in any case.");

  private WordListFilters() {}

  static RuleSet stopWords() {
    return RuleSet.range(
        OperatorDescription.of(FILTER, "stop-words", "Drops documents with too few stop words.")
            .rule(
                "Measures words in the list divided by all words. The default list is English:"
                    + " give a list for other languages. A text without words measures 0.")
            .reference("Data-Juicer `stopwords_filter` (0.3)")
            .example("{min: 0.3}"),
        "stop_word_ratio",
        new Bound("few_stop_words", "0.3"),
        new Bound("many_stop_words", "off"),
        arguments -> share(arguments, STOP_WORDS),
        STOP_WORDS,
        WORDS);
  }

  static RuleSet flaggedWords() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "flagged-words", "Drops documents with too many words of your list.")
            .rule(
                "Measures words in the list divided by all words. A text without words measures"
                    + " 0.")
            .reference("Data-Juicer `flagged_words_filter` (0.045)")
            .example("{list: [casino, jackpot], max: 0.01}"),
        "flagged_word_ratio",
        new Bound("few_flagged_words", "off"),
        new Bound("many_flagged_words", "0.045"),
        arguments -> share(arguments, FLAGGED_WORDS),
        FLAGGED_WORDS,
        WORDS);
  }

  private static Measure share(Arguments arguments, Parameter<List<String>> list) {
    WordSet set = new WordSet(arguments.value(list), true);
    WordRule rule = arguments.value(WORDS);
    return document -> share(document.text(), Words.of(document.text(), rule), rule, set);
  }

  private static double share(Text text, Words words, WordRule rule, WordSet set) {
    long[] hashes = WordHashes.ofLower(text, rule);
    int found = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (words.isWord(i) && set.indexOf(hashes[i]) != WordSet.NONE) {
        found++;
      }
    }
    return Measure.ratio(found, words.words());
  }
}
