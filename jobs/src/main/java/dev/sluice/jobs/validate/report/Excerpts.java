package dev.sluice.jobs.validate.report;

import java.util.Arrays;

/**
 * Parts of two similar texts, for people who compare them: both begin shortly before the first
 * difference.
 *
 * @param text part of the text of a removed document, or of one that nearly was
 * @param kept part of the text of the kept document
 */
public record Excerpts(String text, String kept) {
  private static final String MORE = " ...";
  private static final int PARTS = 4;

  /**
   * Cuts two texts, unless both are short enough.
   *
   * @param characters maximum number of characters of each part, of which a quarter may be the same
   */
  public static Excerpts of(String text, String kept, int characters) {
    int difference = Math.max(0, Arrays.mismatch(text.toCharArray(), kept.toCharArray()));
    boolean fit = Math.max(text.length(), kept.length()) <= characters;
    int begin = fit ? 0 : Math.max(0, difference - characters / PARTS);
    if (begin > 0 && Character.isLowSurrogate(text.charAt(begin))) {
      begin--;
    }
    return new Excerpts(part(text, begin, characters), part(kept, begin, characters));
  }

  private static String part(String text, int begin, int characters) {
    int left = text.codePointCount(begin, text.length());
    int end = left > characters ? text.offsetByCodePoints(begin, characters) : text.length();
    return (begin > 0 ? MORE.strip() + " " : "")
        + text.substring(begin, end)
        + (left > characters ? MORE : "");
  }
}
