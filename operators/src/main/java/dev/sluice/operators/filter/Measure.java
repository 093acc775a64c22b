package dev.sluice.operators.filter;

import dev.sluice.operators.Document;

/** A number that a document has. Pure; never NaN: what would divide by zero is 0. */
@FunctionalInterface
public interface Measure {
  /** The number of this document. */
  double of(Document document);

  /** A quotient; 0 if the divisor is 0. */
  static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
