package dev.sluice.jobs.dedup.method;

/**
 * Which parts of texts are compared.
 *
 * @param unit paragraphs or lines
 * @param leastBytes minimum size in UTF-8 without white space at the ends, {@link #MIN_BYTES} to
 *     {@link #MAX_BYTES}; shorter units are never removed
 */
public record UnitRule(TextUnit unit, int leastBytes) {
  /** Keys and features of shorter units would take more memory than their texts. */
  public static final int MIN_BYTES = 8;

  /** Upper limit of the minimum size. */
  public static final int MAX_BYTES = 1 << 20;

  /** Shorter lines are mostly headings, punctuation and brackets. */
  public static final int USUAL_BYTES = 20;

  /** Memory per unit while a piece is signed, with growing arrays. */
  private static final int KNOWN_BYTES = 72;

  /** Checks the range. */
  public UnitRule {
    if (unit.lineEnds() == 0 || leastBytes < MIN_BYTES || leastBytes > MAX_BYTES) {
      throw new IllegalArgumentException("%s of %d bytes".formatted(unit.title(), leastBytes));
    }
  }

  /** Memory for keys and features of units as a multiple of a text's size, beyond six times. */
  int documentFactor() {
    return Math.max(0, KNOWN_BYTES / (leastBytes + 1) - 6);
  }

  /** The typical number of units per document, for planning. */
  public int usualNumber() {
    return unit == TextUnit.LINE ? 16 : 6;
  }
}
