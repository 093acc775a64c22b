package dev.sluice.operators.filter;

import dev.sluice.operators.Document;

/**
 * Measures a number of a document. A pure function. The result is never NaN: a quotient whose
 * divisor is 0 is 0.
 */
@FunctionalInterface
public interface Measure {
  /** Returns the number of this document. */
  double of(Document document);

  /** Returns a quotient, or 0 if the divisor is 0. */
  static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
