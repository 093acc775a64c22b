package dev.sluice.operators.text;

import dev.sluice.operators.Text;

/**
 * The number of lines that repeat an earlier one.
 *
 * @param lines number of lines examined
 * @param duplicates number of repeated ones
 * @param characters code points in repeated ones
 */
public record Duplicates(int lines, int duplicates, int characters) {
  /**
   * Counts repeated lines, comparing 64-bit hashes.
   *
   * @param blanks whether blank lines are examined too
   */
  public static Duplicates among(Text text, Lines lines, boolean blanks) {
    char[] chars = text.chars();
    HashGroups seen = new HashGroups(lines.count());
    int looked = 0;
    int duplicates = 0;
    int characters = 0;
    for (int i = 0; i < lines.count(); i++) {
      int start = lines.start(i);
      int end = lines.end(i);
      if (!blanks && CharRange.isBlank(chars, start, end)) {
        continue;
      }
      looked++;
      if (seen.count(seen.add(TextHash.of(chars, start, end))) > 1) {
        duplicates++;
        characters += CharRange.codePoints(chars, start, end);
      }
    }
    return new Duplicates(looked, duplicates, characters);
  }
}
