package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;

/**
 * Evidence for a decision. It has a document, and the kept document that contains it or came
 * closest to containing it.
 *
 * @param document that was decided
 * @param kept an earlier document that was kept and shares a key with it
 * @param containment of the document in the kept one; with {@link Rule#NONE}, the document stayed
 */
public record Match(DocumentOrigin document, DocumentOrigin kept, Containment containment) {
  /** Returns whether the document was removed. */
  public boolean isRemoval() {
    return containment.rule() != Rule.NONE;
  }
}
