package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.words.WordCounts;
import java.util.Arrays;

/**
 * The words that merges are learned from, each a record in one array: count, number of tokens, the
 * tokens. A merge shortens the record in place; so all that is looked at for a word lies together.
 * The place of a word is where its record begins.
 *
 * <p>Memory: 4 bytes for every byte of a distinct word, and 8 for the word. Not thread-safe.
 */
final class TrainingWords {
  static final int HEADER = 2;

  private final int[] records;
  private final int filled;

  /** Counts that are no int: the record holds the complement of the index here. */
  private long[] highCounts = new long[0];

  /** Words of one byte hold no pair and are left out. */
  TrainingWords(WordCounts words, TokenTable tokens) {
    long needed = words.bytes() + (long) HEADER * words.size();
    if (needed > Integer.MAX_VALUE - 16) {
      throw new IllegalStateException(
          "Distinct words of %d bytes are too many to learn merges from: leave out rare words"
              .formatted(words.bytes()));
    }
    records = new int[(int) needed];
    int at = 0;
    for (int word = 0; word < words.size(); word++) {
      if (words.end(word) - words.start(word) > 1) {
        at = append(words, word, tokens, at);
      }
    }
    filled = at;
  }

  private int append(WordCounts words, int word, TokenTable tokens, int at) {
    int length = words.end(word) - words.start(word);
    records[at] = encode(words.count(word));
    records[at + 1] = length;
    byte[] text = words.text();
    int from = words.start(word);
    for (int i = 0; i < length; i++) {
      records[at + HEADER + i] = tokens.ofByte(text[from + i] & 0xFF);
    }
    return at + HEADER + length;
  }

  private int encode(long count) {
    if (count <= Integer.MAX_VALUE) {
      return (int) count;
    }
    highCounts = Arrays.copyOf(highCounts, highCounts.length + 1);
    highCounts[highCounts.length - 1] = count;
    return ~(highCounts.length - 1);
  }

  int[] records() {
    return records;
  }

  /** Where the last record ends, before any merge. */
  int end() {
    return filled;
  }

  long count(int place) {
    int count = records[place];
    return count >= 0 ? count : highCounts[~count];
  }
}
