package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import java.util.ArrayList;
import java.util.List;

/**
 * Learns byte-level BPE merges from word counts (Sennrich et al., 2016). It counts pairs
 * incrementally: a merge visits only the words that contain its pair, and updates the counts of the
 * neighbouring pairs there.
 *
 * <p>The pair with the highest count is merged first; ties go to the smaller left id, then the
 * smaller right id. Rule, ids and merges are those of HF {@code tokenizers}' {@code BpeTrainer}
 * with its {@code ByteLevel} alphabet. As in HF, a merge that produces the bytes of an existing
 * token gets that token's id. (Counts have 64 bits here; HF's have 32 bits and overflow at 2^31.)
 *
 * <p>Add all words first, each once, in any order, then train once. Memory: {@link #memoryBytes}
 * for words of natural language; more for other words, as the progress shows. Time: about linear in
 * the bytes of the distinct words, times their length if they are thousands of bytes long. Not
 * thread-safe.
 */
public final class BpeTrainer implements CountedWordSink {
  /** The memory of all lists below which shortening them costs time and saves little. */
  private static final long RENEW_FROM = 256L << 20;

  private static final long BESIDE_WORDS = 32L << 20;

  private final long renewFrom;
  private final TrainerOptions options;
  private final TokenTable tokens;
  private final TrainingWords words;

  /**
   * @param options the properties of the vocabulary
   */
  public BpeTrainer(TrainerOptions options) {
    this(options, TrainingWords.CHUNK_BITS, RENEW_FROM);
  }

  /**
   * @param chunkBits the logarithm of the number of units in a chunk of words
   * @param renewFrom the memory of all lists at which shortening them begins
   */
  BpeTrainer(TrainerOptions options, int chunkBits, long renewFrom) {
    this.renewFrom = renewFrom;
    this.options = requireNonNull(options, "options");
    this.tokens = new TokenTable(options.specialTokens());
    this.words = new TrainingWords(tokens, chunkBits);
  }

  /**
   * Returns an amount of memory that suffices for words of natural language and for learning from
   * them. It is 10 bytes for each byte of a distinct word, 8 bytes for each word, and 32 MiB.
   * (Measured per byte, apart from 16 MiB: 7 to 8 bytes for Chinese, 8 for English.) This is not an
   * upper bound: words in which hardly any pair occurs twice, such as hashes and Base64, take more,
   * since each pair is counted. (Random words of 10 letters take 13 bytes per byte.)
   */
  public static long memoryBytes(long words, long bytes) {
    return 10 * bytes + 8 * words + BESIDE_WORDS;
  }

  /**
   * Returns the minimum memory, which is three quarters of the estimate for the words, plus 16 MiB.
   * With less, memory runs out while merges are learned, or garbage collection takes all the time.
   */
  public static long leastBytes(long words, long bytes) {
    return (memoryBytes(words, bytes) - BESIDE_WORDS) / 4 * 3 + BESIDE_WORDS / 2;
  }

  @Override
  public void add(byte[] bytes, int offset, int length, long count) {
    words.add(bytes, offset, length, count);
  }

  /** Passes all words to the visitor, in no particular order. Can also be called after training. */
  public void visit(CountedWordSink visitor) {
    words.visit(visitor);
  }

  /**
   * Learns a vocabulary. The result depends only on the words, their counts and the options.
   *
   * @param progress receives each merge
   */
  public BpeModel train(Progress progress) {
    int mostTokens =
        (int) Math.min(options.vocabularySize(), (long) tokens.size() + options.maxMerges());
    PairCounts counts = new PairCounts(mostTokens);
    PositionLists lists = new PositionLists();
    FirstPairs first = new FirstPairs(words, tokens, lists, renewFrom);
    MergeQueue queue = new MergeQueue(counts, lists, first, options.minFrequency());
    first.addTo(counts, queue);
    PairMerger merger = new PairMerger(words, tokens, counts, lists, queue, options);
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
      progress.merged(
          tokens.size(),
          words.heapBytes() + counts.heapBytes() + lists.heapBytes() + queue.heapBytes());
    }
    int specials = options.specialTokens().size();
    return BpeModel.trained(options.specialTokens(), tokens.bytes(specials), merges);
  }

  /** Receives the progress of training. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called after each merge of a pair.
     *
     * @param tokens the number of tokens so far
     * @param heapBytes the memory in use for words, pairs and their positions
     */
    void merged(int tokens, long heapBytes);
  }
}
