package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/**
 * The hashes of a text's tokens; see {@link TextHash}. Memory: 8 bytes per token, and for hashes in
 * lower case another 8 bytes per token and 2 bytes per character.
 */
public final class WordHashes {
  private static final Analysis<char[]> LOWER = Analysis.by(text -> LowerCase.units(text.chars()));
  private static final WordRule.Analyses<long[]> EXACT =
      WordRule.analyses((text, rule) -> hashes(Words.of(text, rule), text.chars()));
  private static final WordRule.Analyses<long[]> IN_LOWER_CASE =
      WordRule.analyses((text, rule) -> hashes(Words.of(text, rule), text.analysis(LOWER)));

  private WordHashes() {}

  /** Returns the hashes of the tokens. They are shared and must not be modified. */
  public static long[] of(Text text, WordRule rule) {
    return EXACT.of(text, rule);
  }

  /** Returns the hashes of the tokens in lower case. They are shared and must not be modified. */
  public static long[] ofLower(Text text, WordRule rule) {
    return IN_LOWER_CASE.of(text, rule);
  }

  private static long[] hashes(Words words, char[] chars) {
    long[] hashes = new long[words.count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = TextHash.of(chars, words.start(i), words.end(i));
    }
    return hashes;
  }
}
