package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/** The hashes of a text's tokens, see {@link PolynomialHash}. Memory: 8 bytes a token. */
final class WordHashes {
  /** Of the tokens by the segments of Unicode. */
  private static final Analysis<long[]> UNICODE = Analysis.by(text -> of(text, WordRule.UNICODE));

  /** Of the tokens between white space. */
  private static final Analysis<long[]> WHITESPACE =
      Analysis.by(text -> of(text, WordRule.WHITESPACE));

  private WordHashes() {}

  static long[] get(Text text, WordRule rule) {
    return text.analysis(rule == WordRule.UNICODE ? UNICODE : WHITESPACE);
  }

  private static long[] of(Text text, WordRule rule) {
    Words words = Words.of(text, rule);
    char[] chars = text.chars();
    long[] hashes = new long[words.count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = PolynomialHash.of(chars, words.start(i), words.end(i));
    }
    return hashes;
  }
}
