package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Text;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.WordHashes;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.WordSet;
import dev.sluice.operators.text.Words;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Implements {@code gopher-quality}, which has the rules of the Gopher paper in datatrove's form
 * and order.
 */
final class GopherQuality {
  private static final OperatorTexts TEXTS = OperatorTexts.of("gopher-quality");
  private static final Parameter<List<String>> STOP_WORDS =
      TEXTS.list(
          "stop-words",
          ValueType.text(),
          List.of("the", "be", "to", "of", "and", "that", "have", "with"));

  static final RuleSet RULES =
      RuleSet.of("gopher-quality")
          .measure("gopher_word_count", words(GopherWords::words))
          .atLeast("gopher_short_doc", "min-words", "50")
          .atMost("gopher_long_doc", "max-words", "100000")
          .measure("gopher_mean_word_length", words(GopherWords::meanLength))
          .atLeast("gopher_below_avg_threshold", "min-mean-word-length", "3")
          .atMost("gopher_above_avg_threshold", "max-mean-word-length", "10")
          .measure("gopher_hash_ratio", perToken(text -> text.analysis(CharCounts.OF).hashes()))
          .atMost("gopher_too_many_hashes", "max-hash-ratio", "0.1")
          .measure("gopher_ellipsis_ratio", perToken(GopherQuality::ellipses))
          .atMost("gopher_too_many_ellipsis", "max-ellipsis-ratio", "0.1")
          .share(
              "gopher_bullet_line_ratio", GopherLines.OF, GopherLines::bullets, GopherLines::lines)
          .atMost("gopher_too_many_bullets", "max-bullet-lines", "0.9")
          .share(
              "gopher_ellipsis_line_ratio",
              GopherLines.OF,
              GopherLines::ellipses,
              GopherLines::lines)
          .atMost("gopher_too_many_end_ellipsis", "max-ellipsis-lines", "0.3")
          .measure("gopher_letter_token_ratio", words(GopherWords::withLetterShare))
          .atLeast("gopher_below_alpha_threshold", "min-letter-tokens", "0.8")
          .measure("gopher_stop_words", GopherQuality::stopWords)
          .atLeast("gopher_enough_stop_words", "min-stop-words", "2")
          .build(STOP_WORDS, WORDS);

  private GopherQuality() {}

  private static Function<Arguments, Measure> words(ToDoubleFunction<GopherWords> number) {
    return arguments -> {
      WordRule rule = arguments.value(WORDS);
      return document -> number.applyAsDouble(GopherWords.of(document.text(), rule));
    };
  }

  private static Function<Arguments, Measure> perToken(ToDoubleFunction<Text> number) {
    return arguments -> {
      WordRule rule = arguments.value(WORDS);
      return document ->
          Measure.ratio(
              number.applyAsDouble(document.text()),
              GopherWords.of(document.text(), rule).tokens());
    };
  }

  private static int ellipses(Text text) {
    return occurrences(text.string(), "...") + occurrences(text.string(), "\u2026");
  }

  /** Counts the occurrences that do not overlap. */
  private static int occurrences(String text, String part) {
    int count = 0;
    int at = text.indexOf(part);
    while (at >= 0) {
      count++;
      at = text.indexOf(part, at + part.length());
    }
    return count;
  }

  private static Measure stopWords(Arguments arguments) {
    WordSet set = new WordSet(arguments.value(STOP_WORDS), false);
    WordRule rule = arguments.value(WORDS);
    return (Document document) -> different(document.text(), rule, set);
  }

  private static int different(Text text, WordRule rule, WordSet set) {
    BitSet found = new BitSet();
    for (long hash : WordHashes.of(text, rule)) {
      int index = set.indexOf(hash);
      if (index != WordSet.NONE) {
        found.set(index);
      }
    }
    return found.cardinality();
  }

  /**
   * The counts that Gopher's quality rules use, over the lines of a text without white space at
   * their ends.
   *
   * @param lines the number of lines
   * @param bullets the number of lines that begin with U+2022 or a hyphen
   * @param ellipses the number of lines that end with U+2026 or three full stops
   */
  private record GopherLines(int lines, int bullets, int ellipses) {
    static final Analysis<GopherLines> OF = Analysis.by(GopherLines::count);

    private static GopherLines count(Text text) {
      Lines lines = text.analysis(Lines.UNIVERSAL);
      char[] chars = text.chars();
      int bullets = 0;
      int ellipses = 0;
      for (int i = 0; i < lines.count(); i++) {
        int end = CharRange.stripEnd(chars, lines.start(i), lines.end(i));
        int start = CharRange.stripStart(chars, lines.start(i), end);
        boolean bullet = start < end && (chars[start] == '\u2022' || chars[start] == '-');
        boolean ellipsis =
            start < end
                && (chars[end - 1] == '\u2026' || CharRange.endsWith(chars, start, end, "..."));
        bullets += bullet ? 1 : 0;
        ellipses += ellipsis ? 1 : 0;
      }
      return new GopherLines(lines.count(), bullets, ellipses);
    }
  }

  /**
   * The counts that Gopher's quality rules use, over the tokens of a text.
   *
   * @param tokens the number of tokens, including punctuation marks
   * @param words the number of tokens with a character that is not a symbol
   * @param characters the number of code points in the words
   * @param withLetter the number of tokens with a letter
   */
  private record GopherWords(int tokens, int words, long characters, int withLetter) {
    private static final WordRule.Analyses<GopherWords> ALL =
        WordRule.analyses((text, rule) -> count(Words.of(text, rule)));

    static GopherWords of(Text text, WordRule rule) {
      return ALL.of(text, rule);
    }

    double meanLength() {
      return Measure.ratio(characters, words);
    }

    double withLetterShare() {
      return Measure.ratio(withLetter, tokens);
    }

    private static GopherWords count(Words tokens) {
      int words = 0;
      long characters = 0;
      int withLetter = 0;
      for (int i = 0; i < tokens.count(); i++) {
        if (tokens.isMoreThanSymbols(i)) {
          words++;
          characters += tokens.length(i);
        }
        withLetter += tokens.hasLetter(i) ? 1 : 0;
      }
      return new GopherWords(tokens.count(), words, characters, withLetter);
    }
  }
}
