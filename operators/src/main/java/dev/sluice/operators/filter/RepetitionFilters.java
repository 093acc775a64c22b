package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.Repetition;

/** Filters by how much of a text is said more than once. */
final class RepetitionFilters {
  private static final Parameter<Integer> WORD_LENGTH =
      Parameter.of("length", ValueType.whole(1, 1000), "10", "The words of a sequence.");
  private static final Parameter<Integer> CHARACTER_LENGTH =
      Parameter.of("length", ValueType.whole(1, 1000), "10", "The code points of a sequence.");

  private RepetitionFilters() {}

  static RuleSet wordRepetition() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "word-repetition", "Not too many sequences of words that repeat.")
            .rule(
                "Of all sequences of `length` words, in lower case, the share of those that occur"
                    + " more than once. Fewer words than that measure 0.")
            .reference("Data-Juicer `word_repetition_filter`")
            .example("{length: 10, max: 0.5}"),
        "word_repetition",
        new Bound("few_repeated_words", "off"),
        new Bound("many_repeated_words", "0.5"),
        arguments ->
            document ->
                Repetition.ofWords(
                    document.text(), arguments.value(WORDS), arguments.value(WORD_LENGTH)),
        WORD_LENGTH,
        WORDS);
  }

  static RuleSet characterRepetition() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "character-repetition", "Not too many sequences of characters that repeat.")
            .rule(
                "Of all sequences of `length` code points, the share of the most frequent ones: of"
                    + " as many as the square root of the number of different ones, but only of"
                    + " those that occur more than once. A shorter text measures 0.")
            .reference("Data-Juicer `character_repetition_filter`")
            .example("{length: 10, max: 0.5}"),
        "character_repetition",
        new Bound("few_repeated_characters", "off"),
        new Bound("many_repeated_characters", "0.5"),
        arguments ->
            document -> Repetition.ofCharacters(document.text(), arguments.value(CHARACTER_LENGTH)),
        CHARACTER_LENGTH);
  }
}
