package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import java.util.ArrayList;
import java.util.List;

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
 * <p>Add all words first, each once, in any order, then train once. Memory: {@link #memoryBytes}
 * for words of a language; more for others, as the progress shows. Time: about linear in the bytes
 * of the distinct words, times their length if they are thousands of bytes long. Not thread-safe.
 */
public final class BpeTrainer implements CountedWordSink {
  /** Below this memory, shortening lists costs time and saves little. */
  private static final long RENEW_FROM = 256L << 20;

  private static final long BESIDE_WORDS = 32L << 20;

  private final long renewFrom;
  private final TrainerOptions options;
  private final TokenTable tokens;
  private final TrainingWords words;

  /**
   * @param options properties of the vocabulary
   */
  public BpeTrainer(TrainerOptions options) {
    this(options, TrainingWords.CHUNK_BITS, RENEW_FROM);
  }

  /**
   * @param chunkBits logarithm of the units in a chunk of words
   * @param renewFrom memory of all lists from which on they are shortened
   */
  BpeTrainer(TrainerOptions options, int chunkBits, long renewFrom) {
    this.renewFrom = renewFrom;
    this.options = requireNonNull(options, "options");
    this.tokens = new TokenTable(options.specialTokens());
    this.words = new TrainingWords(tokens, chunkBits);
  }

  /**
   * Memory that suffices for words of a language and for learning from them: 10 bytes for each byte
   * of a distinct word, 8 for each word, and 32 MiB. (Measured for each byte, apart from 16 MiB: 7
   * to 8 with Chinese, 8 with English.) It is no bound for words in which hardly a pair occurs
   * twice, such as hashes and Base64, since each pair is counted. (Random words of 10 letters: 13.)
   */
  public static long memoryBytes(long words, long bytes) {
    return 10 * bytes + 8 * words + BESIDE_WORDS;
  }

  /**
   * The minimum memory: three quarters of the estimate for the words, and 16 MiB. With less, memory
   * runs out while merges are learned, or the garbage collector takes all the time.
   */
  public static long leastBytes(long words, long bytes) {
    return (memoryBytes(words, bytes) - BESIDE_WORDS) / 4 * 3 + BESIDE_WORDS / 2;
  }

  @Override
  public void add(byte[] bytes, int offset, int length, long count) {
    words.add(bytes, offset, length, count);
  }

  /** Passes all words, also after training, in no particular order. */
  public void visit(CountedWordSink visitor) {
    words.visit(visitor);
  }

  /**
   * Learns a vocabulary, which is a function of words, counts and options.
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

  /** Receives the progress of a training. */
  @FunctionalInterface
  public interface Progress {
    /**
     * A pair was merged.
     *
     * @param tokens so far
     * @param heapBytes memory in use for words, pairs and their places
     */
    void merged(int tokens, long heapBytes);
  }
}
