package dev.sluice.jobs.vocabulary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.algorithms.words.TextNormaliser;
import java.util.Map;

/** Turns texts into the ids of their words. Linear in the text. For one thread. */
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

  /** Adds the id of each word of a text, which is valid UTF-8; that for unknown ones of others. */
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
