package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Text;
import dev.sluice.operators.ValueType;
import java.util.function.BiFunction;

/** Decides what a word is. */
public enum WordRule {
  /**
   * The segments of Unicode annex 29. ICU's dictionaries are used for Chinese, Japanese, Thai, Lao,
   * Khmer and Burmese. Punctuation marks are tokens; a word is a token with a letter or digit.
   */
  UNICODE,
  /** The parts between white space, as in Python's {@code str.split}. Every token is a word. */
  WHITESPACE;

  /** The parameter of all operators that count words. */
  public static final Parameter<WordRule> WORDS =
      OperatorTexts.SHARED.parameter("words", ValueType.oneOf(WordRule.class), "unicode");

  /** Declares an analysis that depends on the rule. It is computed once for each rule. */
  public static <T> Analyses<T> analyses(BiFunction<Text, WordRule, T> function) {
    return new Analyses<>(
        Analysis.by(text -> function.apply(text, UNICODE)),
        Analysis.by(text -> function.apply(text, WHITESPACE)));
  }

  /** One analysis for each rule. */
  public record Analyses<T>(Analysis<T> unicode, Analysis<T> whitespace) {
    /** Returns the result for a text. */
    public T of(Text text, WordRule rule) {
      return text.analysis(rule == UNICODE ? unicode : whitespace);
    }
  }
}
