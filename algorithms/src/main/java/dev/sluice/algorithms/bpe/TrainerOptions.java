package dev.sluice.algorithms.bpe;

import java.util.HashSet;
import java.util.List;

/**
 * The properties of a vocabulary to learn.
 *
 * @param vocabularySize the total number of tokens, including special tokens and the alphabet of
 *     256 bytes; at least the number of these. The vocabulary is smaller if the text runs out of
 *     pairs
 * @param specialTokens the tokens that get the first ids, in this order; distinct and not empty
 * @param minFrequency minimum count of a pair to be merged, at least 1
 * @param maxTokenLength maximum length of a token in bytes, at least 2; or {@link #UNLIMITED}.
 *     (HF's {@code max_token_length} is greater by one: its tokens are shorter than that)
 * @param maxMerges maximum number of merges, at least 0, or {@link #UNLIMITED}
 */
public record TrainerOptions(
    int vocabularySize,
    List<String> specialTokens,
    long minFrequency,
    int maxTokenLength,
    int maxMerges) {
  /** Means that a size has no limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * The default options: 64,000 tokens, four of them special, and merges of pairs that occur at
   * least twice.
   */
  public static final TrainerOptions DEFAULT =
      new TrainerOptions(
          64_000, List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"), 2, UNLIMITED, UNLIMITED);

  public TrainerOptions {
    specialTokens = List.copyOf(specialTokens);
    require(
        new HashSet<>(specialTokens).size() == specialTokens.size() && !specialTokens.contains(""),
        "Special tokens must be distinct and not empty, but are " + specialTokens);
    require(
        vocabularySize >= minVocabularySize(specialTokens),
        "A vocabulary of %d tokens is too small: the 256 bytes and %d special tokens need a vocabulary of at least %d"
            .formatted(vocabularySize, specialTokens.size(), minVocabularySize(specialTokens)));
    require(minFrequency >= 1, "The minimum frequency must be at least 1, but is " + minFrequency);
    require(
        maxTokenLength >= 2,
        "The maximum token length must be at least 2 bytes, but is " + maxTokenLength);
    require(
        maxMerges >= 0, "The maximum number of merges must not be negative, but is " + maxMerges);
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException(message);
    }
  }

  /**
   * Returns the minimum vocabulary size, which is the number of special tokens plus 256 for the
   * bytes.
   */
  public static int minVocabularySize(List<String> specialTokens) {
    // A special token that represents a byte in the byte alphabet is that byte's token.
    long own =
        specialTokens.stream().filter(t -> t.length() > 1 || !ByteAlphabet.covers(t)).count();
    return 256 + (int) own;
  }
}
