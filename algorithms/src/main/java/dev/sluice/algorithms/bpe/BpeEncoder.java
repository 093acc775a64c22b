package dev.sluice.algorithms.bpe;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.WordEncoder.MergeRanks;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import dev.sluice.algorithms.words.TextNormaliser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Encodes text as token ids. It splits the text into words, and merges each word by the ranks of
 * the model. The ids are the same as those of HF {@code tokenizers} with the same files (without
 * {@code ignore_merges}). They are also the same as those of tiktoken, unless two merges produce
 * the same token and the model knows only one of these merges.
 *
 * <p>Text must be valid UTF-8. Memory: 4 MB for cached words, and tables of about 50 bytes for each
 * merge, which encoders created by {@link #another} share. Not thread-safe: use one for each
 * thread.
 */
public final class BpeEncoder {
  private final BpeModel model;
  private final PreTokenizer preTokenizer;
  private final TextNormaliser normaliser;
  private final Optional<SpecialTokens> specials;
  private final MergeRanks ranks;
  private final int[] tokenOfByte;
  private final WordEncoder words;
  private final WordCache cache = new WordCache();
  private final WordConsumer sink = this::addWord;
  private TokenBuffer out = new TokenBuffer();

  /** Creates an encoder that neither normalises text nor looks for special tokens. */
  public BpeEncoder(BpeModel model, PreTokenizer preTokenizer) {
    this(model, preTokenizer, TextNormaliser.NONE, false);
  }

  /**
   * @param preTokenizer splits text as it was split when the merges were learned
   * @param normaliser is applied to text before it is split
   * @param findSpecials whether the text of a special token becomes its id, before any
   *     normalisation, as in HF's {@code encode}; otherwise it is ordinary text
   * @throws IllegalArgumentException if the vocabulary has no token for some byte
   */
  public BpeEncoder(
      BpeModel model, PreTokenizer preTokenizer, TextNormaliser normaliser, boolean findSpecials) {
    this(
        requireNonNull(model, "model"),
        requireNonNull(preTokenizer, "preTokenizer"),
        requireNonNull(normaliser, "normaliser"),
        findSpecials ? Optional.of(new SpecialTokens(model)) : Optional.empty(),
        new MergeRanks(model.merges()),
        alphabet(model));
  }

  private BpeEncoder(
      BpeModel model,
      PreTokenizer preTokenizer,
      TextNormaliser normaliser,
      Optional<SpecialTokens> specials,
      MergeRanks ranks,
      int[] tokenOfByte) {
    this.model = model;
    this.preTokenizer = preTokenizer;
    this.normaliser = normaliser;
    this.specials = specials;
    this.ranks = ranks;
    this.tokenOfByte = tokenOfByte;
    this.words = new WordEncoder(ranks, tokenOfByte);
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
    return new BpeEncoder(
        model,
        preTokenizer,
        normaliser,
        specials.map(s -> new SpecialTokens(model)),
        ranks,
        tokenOfByte);
  }

  /** Appends the ids of the text. */
  public void encode(byte[] text, int offset, int length, TokenBuffer ids) {
    out = ids;
    if (specials.isEmpty()) {
      encodeText(text, offset, length);
    } else {
      encodeAround(specials.get(), text, offset, offset + length);
    }
  }

  /** Returns the ids of the text. */
  public int[] encode(byte[] text) {
    TokenBuffer ids = new TokenBuffer();
    encode(text, 0, text.length, ids);
    return ids.toArray();
  }

  private void encodeAround(SpecialTokens tokens, byte[] text, int offset, int end) {
    int at = offset;
    while (at < end) {
      int found = tokens.find(text, at, end);
      encodeText(text, at, found - at);
      at = found;
      if (found < end) {
        out.add(tokens.foundId());
        at += model.bytes(tokens.foundId()).length;
      }
    }
  }

  private void encodeText(byte[] text, int offset, int length) {
    if (normaliser.isNone() || length == 0) {
      preTokenizer.split(text, offset, length, sink);
    } else {
      byte[] normal = normaliser.apply(text, offset, length);
      preTokenizer.split(normal, 0, normal.length, sink);
    }
  }

  private void addWord(byte[] text, int offset, int length) {
    if (length == 1) {
      out.add(tokenOfByte[text[offset] & 0xFF]);
    } else if (!cache.find(text, offset, length, out)) {
      words.encode(text, offset, length);
      out.add(words.tokens(), 0, words.size());
      cache.put(text, offset, length, words.tokens(), words.size());
    }
  }

  /**
   * Finds special tokens in a text. Of several matches, the leftmost is found; of several at the
   * same position, the longest.
   */
  static final class SpecialTokens {
    private record Special(int id, int length) {}

    private final BpeModel model;
    private final List<Special> byLength = new ArrayList<>();
    private final boolean[] begins = new boolean[256];
    private int foundId;

    SpecialTokens(BpeModel model) {
      this.model = model;
      for (int id = 0; id < model.size(); id++) {
        if (model.isSpecial(id)) {
          byte[] bytes = model.bytes(id);
          byLength.add(new Special(id, bytes.length));
          begins[bytes[0] & 0xFF] = true;
        }
      }
      byLength.sort(Comparator.comparingInt(Special::length).reversed());
    }

    /**
     * Returns the start of the first special token at or after {@code at}, or {@code end} if there
     * is none.
     */
    int find(byte[] text, int at, int end) {
      for (int from = at; from < end; from++) {
        if (begins[text[from] & 0xFF] && isAt(text, from, end)) {
          return from;
        }
      }
      return end;
    }

    /** Returns the id of the special token that was found last. */
    int foundId() {
      return foundId;
    }

    private boolean isAt(byte[] text, int from, int end) {
      for (Special special : byLength) {
        byte[] bytes = model.bytes(special.id());
        if (from + bytes.length <= end
            && Arrays.equals(bytes, 0, bytes.length, text, from, from + bytes.length)) {
          foundId = special.id();
          return true;
        }
      }
      return false;
    }
  }
}
