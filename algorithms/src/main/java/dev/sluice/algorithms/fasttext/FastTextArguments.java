package dev.sluice.algorithms.fasttext;

import java.io.IOException;

/**
 * The training arguments that scoring needs.
 *
 * @param dimension the dimension of the model's vectors
 * @param wordNgrams the number of words in the longest sequence that is a feature
 * @param loss how probabilities are computed from the output
 * @param buckets the number of buckets to which subwords and sequences are hashed
 * @param shortest the number of characters of the shortest subword
 * @param longest the number of characters of the longest subword; 0 if there are no subwords
 */
record FastTextArguments(
    int dimension, int wordNgrams, Loss loss, int buckets, int shortest, int longest) {
  /** How the probabilities are computed from a model's output. */
  enum Loss {
    HIERARCHICAL,
    SOFTMAX,
    ONE_VERSUS_ALL
  }

  private static final int SUPERVISED = 3;
  private static final int MOST_DIMENSIONS = 1 << 14;

  /** The newest version. In the previous version, supervised models have no subwords. */
  private static final int VERSION = 12;

  private static final int WITHOUT_SUBWORDS = 11;

  /** Reads the arguments, which start after the magic number. */
  static FastTextArguments read(FastTextInput in) throws IOException {
    int version = in.whole();
    if (version != VERSION && version != WITHOUT_SUBWORDS) {
      throw in.problem(
          "has format version %d, but only versions %d and %d are supported"
              .formatted(version, WITHOUT_SUBWORDS, VERSION));
    }
    int dimension = in.whole("dimension", 1, MOST_DIMENSIONS);
    in.skip(4 * Integer.BYTES); // window, epochs, smallest count, negatives
    int wordNgrams = in.whole("wordNgrams", 1, 1 << 10);
    int loss = in.whole("loss", 1, 4);
    int model = in.whole();
    if (model != SUPERVISED) {
      throw in.problem(
          "is a model of word vectors, but must be a supervised model, which has labels");
    }
    if (loss == 2) {
      throw in.problem(
          "was trained with negative sampling, but the loss must be hs, softmax or ova");
    }
    int buckets = in.whole("bucket", 0, Integer.MAX_VALUE);
    int shortest = in.whole("minn", 0, 1 << 10);
    int longest = in.whole("maxn", 0, 1 << 10);
    in.skip(Integer.BYTES + Double.BYTES); // updates of the rate, threshold of sampling
    boolean hashed = wordNgrams > 1 || version == VERSION && longest > 0;
    if (hashed && buckets == 0) {
      throw in.problem("uses word sequences or subwords, but has no buckets for them");
    }
    return new FastTextArguments(
        dimension,
        wordNgrams,
        loss == 1 ? Loss.HIERARCHICAL : loss == 3 ? Loss.SOFTMAX : Loss.ONE_VERSUS_ALL,
        buckets,
        shortest,
        version == WITHOUT_SUBWORDS ? 0 : longest);
  }
}
