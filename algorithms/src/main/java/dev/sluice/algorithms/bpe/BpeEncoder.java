package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.WordEncoder.MergeRanks;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.IntList;
import java.util.Map;

/**
 * Encodes text as token ids. It splits the text into words, and merges each word by the ranks of
 * the model. The ids are the same as those of HF {@code tokenizers} with the same files (without
 * {@code ignore_merges}). They are also the same as those of tiktoken, unless two merges produce
 * the same token and the model knows only one of these merges.
 *
 * <p>Text must be valid UTF-8. Memory: 7 MB for cached words, and tables of about 50 bytes for each
 * merge, which encoders created by {@link #another} share. Not thread-safe: use one for each
 * thread.
 */
public final class BpeEncoder {
  private final PreTokenizer preTokenizer;
  private final TextNormaliser normaliser;
  private final MergeRanks ranks;
  private final WordEncoder words;
  private final WordCache cache = new WordCache();
  private final WordConsumer sink = this::addWord;
  private final WordConsumer normalised = this::split;
  private IntList out = new IntList();

  /** Creates an encoder that does not normalise text. */
  public BpeEncoder(BpeModel model, PreTokenizer preTokenizer) {
    this(model, preTokenizer, TextNormaliser.NONE);
  }

  /**
   * @param preTokenizer splits text as it was split when the merges were learned
   * @param normaliser is applied to text before it is split
   * @throws IllegalArgumentException if the vocabulary has no token for some byte
   */
  public BpeEncoder(BpeModel model, PreTokenizer preTokenizer, TextNormaliser normaliser) {
    this(
        requireNonNull(preTokenizer, "preTokenizer"),
        requireNonNull(normaliser, "normaliser"),
        new MergeRanks(model.merges(), alphabet(model)));
  }

  private BpeEncoder(PreTokenizer preTokenizer, TextNormaliser normaliser, MergeRanks ranks) {
    this.preTokenizer = preTokenizer;
    this.normaliser = normaliser;
    this.ranks = ranks;
    this.words = new WordEncoder(ranks);
  }

  private static int[] alphabet(BpeModel model) {
    Map<String, Integer> vocabulary = model.vocabulary();
    int[] tokens = new int[256];
    for (int b = 0; b < tokens.length; b++) {
      Integer id = vocabulary.get(String.valueOf(ByteAlphabet.toChar(b)));
      if (id == null) {
        throw new IllegalArgumentException(
            "The vocabulary is not byte-level: it has no token for the byte 0x%02X ('%s')"
                .formatted(b, ByteAlphabet.toChar(b)));
      }
      tokens[b] = id;
    }
    return tokens;
  }

  /** Returns a copy of this encoder for a different thread. */
  public BpeEncoder another() {
    return new BpeEncoder(preTokenizer, normaliser, ranks);
  }

  /** Appends the ids of the text. The text of a special token is ordinary text. */
  public void encode(byte[] text, int offset, int length, IntList ids) {
    out = ids;
    normaliser.pass(text, offset, length, normalised);
  }

  /** Returns the ids of the text. */
  public int[] encode(byte[] text) {
    IntList ids = new IntList();
    encode(text, 0, text.length, ids);
    return ids.toArray();
  }

  private void split(byte[] text, int offset, int length) {
    preTokenizer.split(text, offset, length, sink);
  }

  private void addWord(byte[] text, int offset, int length) {
    if (length == 1) {
      out.add(ranks.ofByte(text[offset] & 0xFF));
    } else if (!cache.find(text, offset, length, out)) {
      words.encode(text, offset, length);
      out.add(words.tokens(), 0, words.size());
      cache.put(text, offset, length, words.tokens(), words.size());
    }
  }
}
