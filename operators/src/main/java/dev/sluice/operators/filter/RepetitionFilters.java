package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.Repetition;

/** Filters by how much of a text is said more than once. */
final class RepetitionFilters {
  private static final Parameter<Integer> WORD_LENGTH =
      Parameter.of("length", ValueType.whole(1, 1000), "10", "Number of words in a sequence.");
  private static final Parameter<Integer> CHARACTER_LENGTH =
      Parameter.of(
          "length", ValueType.whole(1, 1000), "10", "Number of code points in a sequence.");

  private RepetitionFilters() {}

  static RuleSet wordRepetition() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "word-repetition", "Drops documents with too many repeated word sequences.")
            .rule(
                "Measures the fraction of all sequences of `length` words, in lower case, that"
                    + " occur more than once. Texts with fewer words measure 0.")
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
                FILTER,
                "character-repetition",
                "Drops documents with too many repeated character sequences.")
            .rule(
                "Measures the fraction of all sequences of `length` code points that belong to the"
                    + " most frequent ones. With n distinct sequences, these are the sqrt(n) most"
                    + " frequent, without those that occur only once. Shorter texts measure 0.")
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
