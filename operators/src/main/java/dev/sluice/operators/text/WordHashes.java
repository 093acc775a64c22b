package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/** The hashes of a text's tokens, see {@link TextHash}. Memory: 8 bytes per token and kind. */
public final class WordHashes {
  private static final Analysis<long[]> UNICODE =
      Analysis.by(text -> exact(text, WordRule.UNICODE));
  private static final Analysis<long[]> WHITESPACE =
      Analysis.by(text -> exact(text, WordRule.WHITESPACE));
  private static final Analysis<long[]> LOWER_UNICODE =
      Analysis.by(text -> lower(text, WordRule.UNICODE));
  private static final Analysis<long[]> LOWER_WHITESPACE =
      Analysis.by(text -> lower(text, WordRule.WHITESPACE));

  private WordHashes() {}

  /** The hashes of the tokens. Shared: must not be modified. */
  public static long[] of(Text text, WordRule rule) {
    return text.analysis(rule == WordRule.UNICODE ? UNICODE : WHITESPACE);
  }

  /** The hashes of the tokens in lower case. Shared: must not be modified. */
  public static long[] ofLower(Text text, WordRule rule) {
    return text.analysis(rule == WordRule.UNICODE ? LOWER_UNICODE : LOWER_WHITESPACE);
  }

  private static long[] exact(Text text, WordRule rule) {
    Words words = Words.of(text, rule);
    char[] chars = text.chars();
    long[] hashes = new long[words.count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = TextHash.of(chars, words.start(i), words.end(i));
    }
    return hashes;
  }

  private static long[] lower(Text text, WordRule rule) {
    Words words = Words.of(text, rule);
    char[] chars = text.chars();
    long[] hashes = new long[words.count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = TextHash.ofLower(chars, words.start(i), words.end(i));
    }
    return hashes;
  }
}
