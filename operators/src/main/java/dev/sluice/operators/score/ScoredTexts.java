package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.core.Utf8;
import java.util.OptionalDouble;

/** Gives no score to texts that are blank or not UTF-8. */
public record ScoredTexts(TextScorer scorer) implements TextScorer {
  @Override
  public OptionalDouble score(byte[] text, int offset, int length) {
    return Utf8.isBlank(text, offset, length) || !Utf8.isWellFormed(text, offset, length)
        ? OptionalDouble.empty()
        : scorer.score(text, offset, length);
  }
}
