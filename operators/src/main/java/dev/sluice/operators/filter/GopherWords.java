package dev.sluice.operators.filter;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;

/**
 * What Gopher's quality rules ask of the tokens of a text.
 *
 * @param tokens all of them, punctuation marks included
 * @param words those with a character that is no symbol
 * @param characters the code points of the words
 * @param withLetter the tokens with a letter
 */
record GopherWords(int tokens, int words, long characters, int withLetter) {
  private static final Analysis<GopherWords> UNICODE =
      Analysis.by(text -> count(Words.of(text, WordRule.UNICODE)));
  private static final Analysis<GopherWords> WHITESPACE =
      Analysis.by(text -> count(Words.of(text, WordRule.WHITESPACE)));

  static GopherWords of(Text text, WordRule rule) {
    return text.analysis(rule == WordRule.UNICODE ? UNICODE : WHITESPACE);
  }

  double meanLength() {
    return Measure.ratio(characters, words);
  }

  private static GopherWords count(Words tokens) {
    int words = 0;
    long characters = 0;
    int withLetter = 0;
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.isMoreThanSymbols(i)) {
        words++;
        characters += tokens.length(i);
      }
      withLetter += tokens.hasLetter(i) ? 1 : 0;
    }
    return new GopherWords(tokens.count(), words, characters, withLetter);
  }
}
