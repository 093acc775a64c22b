package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.ShingleSink;
import java.util.OptionalLong;

/**
 * Cuts texts into shingles, all sequences of n units, and hashes them. A text with fewer units than
 * n has none: it is told from others by {@link #shortText}, so that it matches only texts with the
 * same units, and one without units matches nothing.
 *
 * <p>Hashes have 64 bits, are well mixed in all of them, and are the same for ever for the same
 * texts; by the Unicode version of ICU.
 *
 * <p>Memory: some 10 KB and what {@link ShingleUnit} says; not thread-safe, made once and used for
 * text after text.
 */
public final class Shingler {
  private final TextScanner scanner;
  private final Shingles shingles;

  private Shingler(TextScanner scanner, Shingles shingles) {
    this.scanner = scanner;
    this.shingles = shingles;
  }

  /**
   * Shingles of so many units.
   *
   * @param length 1 or more
   */
  public static Shingler of(ShingleUnit unit, int length) {
    checkLength(length);
    ShingleHashes shingles = new ShingleHashes(length);
    TextScanner scanner =
        switch (unit) {
          case AUTO -> SimpleWords.byScript(new HashedWords(shingles));
          case WORDS -> new SimpleWords(new HashedWords(shingles));
          case UNICODE_WORDS -> new UnicodeWords(shingles);
          case CHARACTERS -> new Characters(shingles);
        };
    return new Shingler(scanner, shingles);
  }

  /**
   * Shingles of {@link ShingleUnit#WORDS} that are joined by spaces and hashed as a whole, for
   * hashes as other programs have them. Takes longer, and the memory of the longest shingle.
   *
   * @param length 1 or more
   */
  public static Shingler joined(int length, JoinedHash hash) {
    checkLength(length);
    JoinedWords shingles = new JoinedWords(length, hash);
    return new Shingler(new SimpleWords(shingles), shingles);
  }

  private static void checkLength(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("a shingle has at least 1 unit, not " + length);
    }
  }

  /**
   * Cuts a text.
   *
   * @param text well-formed UTF-8, see {@link dev.sluice.core.Utf8#isWellFormed}
   * @param sink takes the hashes in their order; those that occur again too
   * @return how many there are
   */
  public long shingle(byte[] text, int offset, int length, ShingleSink sink) {
    shingles.begin(sink);
    scanner.scan(text, offset, length);
    return shingles.end();
  }

  /**
   * Of the text before: the hash of all its units, where it has some but no shingle. To be compared
   * with those of other such texts alone.
   */
  public OptionalLong shortText() {
    return shingles.shortText();
  }
}
