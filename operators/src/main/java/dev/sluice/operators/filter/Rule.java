package dev.sluice.operators.filter;

import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import java.util.Objects;
import java.util.Optional;

/**
 * One rule of a filter, ready to be asked.
 *
 * @param reason why a document is dropped that breaks it
 * @param measure what is measured
 * @param least whether the bound is the least number allowed, not the greatest
 * @param bound the number allowed
 */
record Rule(String reason, Measure measure, boolean least, double bound) {
  Rule {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(measure, "measure");
  }

  /** Why the document is dropped, empty where it is not. */
  Optional<Decision> judge(Document document) {
    double measured = measure.of(document);
    boolean broken = least ? measured < bound : measured > bound;
    return broken ? Optional.of(new Decision.Dropped(reason, measured)) : Optional.empty();
  }
}
