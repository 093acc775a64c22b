package dev.sluice.operators.shingle;

import dev.sluice.operators.Text;
import dev.sluice.operators.text.WordHashes;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;

/** Takes the words of annex 29 for units. Memory: some 60 bytes a word of the text. */
final class UnicodeWords implements TextScanner {
  private final ShingleHashes shingles;

  UnicodeWords(ShingleHashes shingles) {
    this.shingles = shingles;
  }

  @Override
  public void scan(byte[] text, int offset, int length) {
    Text read = Text.ofUtf8(text, offset, length);
    Words words = Words.of(read, WordRule.UNICODE);
    long[] hashes = WordHashes.ofLower(read, WordRule.UNICODE);
    for (int i = 0; i < hashes.length; i++) {
      if (words.isWord(i)) {
        shingles.add(hashes[i]);
      }
    }
  }
}
