package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.algorithms.words.TextNormaliser;
import java.util.Map;

/** Encodes texts as ids of words. Linear time. Not thread-safe. */
public final class VocabularyEncoder {
  private final TextNormaliser normaliser;
  private final Map<String, Integer> ids;
  private final int unknown;
  private final WordSegmenter segmenter = new WordSegmenter();

  VocabularyEncoder(TextNormaliser normaliser, Map<String, Integer> ids, int unknown) {
    this.normaliser = normaliser;
    this.ids = ids;
    this.unknown = unknown;
  }

  /**
   * Appends the id of each word of a text, which must be valid UTF-8; unknown words get the id of
   * the unknown token.
   */
  public void encode(byte[] text, int offset, int length, TokenBuffer tokens) {
    if (normaliser.isNone()) {
      split(text, offset, length, tokens);
    } else {
      byte[] changed = normaliser.apply(text, offset, length);
      split(changed, 0, changed.length, tokens);
    }
  }

  private void split(byte[] text, int offset, int length, TokenBuffer tokens) {
    segmenter.split(
        text,
        offset,
        length,
        (bytes, from, count) ->
            tokens.add(ids.getOrDefault(new String(bytes, from, count, UTF_8), unknown)));
  }
}
