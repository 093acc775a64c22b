package dev.sluice.core;

import java.util.regex.Pattern;

/** Scores that a source holds as text, such as {@code "3.7"}. */
public final class ScoreText {
  /** Longer texts are no numbers that anybody writes, and are not looked at. */
  private static final int MAX_LENGTH = 64;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  private ScoreText() {}

  /**
   * The number that a text consists of, in decimal notation, with an exponent or not; NaN, which is
   * no valid score, if there is anything else in it, even a blank.
   */
  public static double parse(String text) {
    return text.length() <= MAX_LENGTH && NUMBER.matcher(text).matches()
        ? Double.parseDouble(text)
        : Double.NaN;
  }
}
