package dev.sluice.operators.text;

import dev.sluice.operators.Text;

/**
 * How many lines of a text repeat an earlier one.
 *
 * @param lines the lines looked at
 * @param duplicates those that are the same as an earlier one
 * @param characters the code points of the duplicates
 */
public record Duplicates(int lines, int duplicates, int characters) {
  /**
   * Counts the duplicates among lines, told apart by 64-bit hashes.
   *
   * @param blanks whether lines of nothing but white space are looked at too
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
