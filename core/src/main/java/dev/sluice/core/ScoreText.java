package dev.sluice.core;

import java.util.regex.Pattern;

/** Parses scores that a source holds as text, such as {@code "3.7"}. */
public final class ScoreText {
  /** Maximum length of a number; longer numbers do not occur in practice. */
  private static final int MAX_LENGTH = 64;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  private ScoreText() {}

  /**
   * Parses a decimal number with an optional exponent. Returns NaN, which is not a valid score, for
   * any other text, even with a space.
   */
  public static double parse(String text) {
    return text.length() <= MAX_LENGTH && NUMBER.matcher(text).matches()
        ? Double.parseDouble(text)
        : Double.NaN;
  }
}
