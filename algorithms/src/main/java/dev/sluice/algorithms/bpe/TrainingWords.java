package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.words.WordCounts;
import java.util.Arrays;

/**
 * The words that merges are learned from, each as a record in one array: count, number of tokens,
 * tokens. A merge shortens the record in place, so everything about a word stays together. A word
 * is identified by the position of its record.
 *
 * <p>Memory: 4 bytes for each byte of a distinct word, and 8 for each word. Not thread-safe.
 */
final class TrainingWords {
  static final int HEADER = 2;

  private final int[] records;
  private final int filled;

  /** Counts that exceed an int: the record then holds the complement of the index here. */
  private long[] highCounts = new long[0];

  /** Words of one byte contain no pair and are omitted. */
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

  /** The end of the last record, before any merge. */
  int end() {
    return filled;
  }

  long count(int place) {
    int count = records[place];
    return count >= 0 ? count : highCounts[~count];
  }
}
