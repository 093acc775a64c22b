package dev.sluice.jobs.dedup.method;

/**
 * Which parts of texts are compared with those of all texts.
 *
 * @param unit paragraphs or lines
 * @param leastBytes of UTF-8, without blanks at the ends: a shorter one is left alone; {@link
 *     #MIN_BYTES} to {@link #MAX_BYTES}
 */
public record UnitRule(TextUnit unit, int leastBytes) {
  /** What is known of shorter ones would take more memory than their texts. */
  public static final int MIN_BYTES = 8;

  /** Longer than any that is left alone. */
  public static final int MAX_BYTES = 1 << 20;

  /** Shorter ones are mostly headings, marks and brackets. */
  public static final int USUAL_BYTES = 20;

  /** What is known of one while a piece is signed, where room for it is doubled. */
  private static final int KNOWN_BYTES = 72;

  /** Checks the range. */
  public UnitRule {
    if (unit.lineEnds() == 0 || leastBytes < MIN_BYTES || leastBytes > MAX_BYTES) {
      throw new IllegalArgumentException("%s of %d bytes".formatted(unit.title(), leastBytes));
    }
  }

  /** How often the bytes of a text are taken by what is known of its parts, beyond six times. */
  int documentFactor() {
    return Math.max(0, KNOWN_BYTES / (leastBytes + 1) - 6);
  }

  /** About how many that are long enough a document has; what disk and parts are planned by. */
  public int usualNumber() {
    return unit == TextUnit.LINE ? 16 : 6;
  }
}
