package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.words.WordCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Learns byte-level BPE merges from word counts (Sennrich et al., 2016), by incremental pair
 * counts: merging a pair looks at the words where it came into being and changes the counts of its
 * neighbours there.
 *
 * <p>The pair with the highest count is merged first, of equal counts the one with the smaller left
 * and then right id; the same rule, ids and merges as the {@code BpeTrainer} of HF {@code
 * tokenizers} with its {@code ByteLevel} alphabet. A merge to the bytes of a token that is there
 * already has that token's id, as there. (HF's counts are 32 bits wide and wrap around from 2^31
 * on; these are 64.)
 *
 * <p>Memory: {@link #memoryBytes} at most. Time: about linear in the bytes of the distinct words,
 * times their length where they are thousands of bytes long.
 */
public final class BpeTrainer {
  private final TrainerOptions options;

  /**
   * @param options what the vocabulary shall be
   */
  public BpeTrainer(TrainerOptions options) {
    this.options = requireNonNull(options, "options");
  }

  /**
   * The heap that learning from these words takes at most, beside the words: 24 bytes for every
   * byte of a distinct word, and 32 MiB. (Measured: 22 with long words of which none is like
   * another, 14 to 17 with English.)
   */
  public static long memoryBytes(WordCounts words) {
    return 24 * words.bytes() + (32L << 20);
  }

  /** The heap that it takes at least, beside the words: half of what it takes at most. */
  public static long leastBytes(WordCounts words) {
    return memoryBytes(words) / 2;
  }

  /**
   * The vocabulary of these words; a function of words, counts and options alone.
   *
   * @param progress is told the number of tokens so far after each merge
   * @throws IllegalStateException when the distinct words are beyond 2 GB
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
