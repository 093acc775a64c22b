package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.words.WordCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Learns byte-level BPE merges from word counts (Sennrich et al., 2016) with incremental pair
 * counts: a merge visits only the words that contain its pair, and updates the counts of the
 * neighbouring pairs there.
 *
 * <p>The pair with the highest count is merged first; ties go to the smaller left id, then the
 * smaller right id. Rule, ids and merges are those of HF {@code tokenizers}' {@code BpeTrainer}
 * with its {@code ByteLevel} alphabet. As there, a merge that produces the bytes of an existing
 * token gets that token's id. (HF's counts have 32 bits and overflow at 2^31; these have 64.)
 *
 * <p>Memory: at most {@link #memoryBytes}. Time: about linear in the bytes of the distinct words,
 * times their length if they are thousands of bytes long.
 */
public final class BpeTrainer {
  private final TrainerOptions options;

  /**
   * @param options properties of the vocabulary
   */
  public BpeTrainer(TrainerOptions options) {
    this.options = requireNonNull(options, "options");
  }

  /**
   * Maximum memory for learning from these words, besides the words: 24 bytes for each byte of a
   * distinct word, and 32 MiB. (Measured: 22 with long unrelated words, 14 to 17 with English.)
   */
  public static long memoryBytes(WordCounts words) {
    return 24 * words.bytes() + (32L << 20);
  }

  /** Minimum memory, besides the words: half of the maximum. */
  public static long leastBytes(WordCounts words) {
    return memoryBytes(words) / 2;
  }

  /**
   * Learns a vocabulary, which is a function of words, counts and options.
   *
   * @param progress receives the number of tokens after each merge
   * @throws IllegalStateException if the distinct words exceed 2 GB
   */
  public BpeModel train(WordCounts words, IntConsumer progress) {
    TokenTable tokens = new TokenTable(options.specialTokens());
    TrainingWords training = new TrainingWords(words, tokens);
    PairCounts counts = new PairCounts();
    PositionLists lists = new PositionLists();
    MergeQueue queue = new MergeQueue(counts, options.minFrequency());
    new FirstPairs(training, tokens).addTo(counts, lists, queue);
    PairMerger merger = new PairMerger(training, tokens, counts, lists, queue, options);
    List<BpeMerge> merges = new ArrayList<>();
    while (tokens.size() < options.vocabularySize()
        && merges.size() < options.maxMerges()
        && queue.next()
        && queue.count() >= options.minFrequency()) {
      int left = PairCounts.left(queue.pair());
      int right = PairCounts.right(queue.pair());
      int merged = tokens.join(left, right);
      merges.add(new BpeMerge(left, right, merged));
      merger.merge(merged);
      progress.accept(tokens.size());
    }
    int specials = options.specialTokens().size();
    return BpeModel.trained(options.specialTokens(), tokens.bytes(specials), merges);
  }
}
