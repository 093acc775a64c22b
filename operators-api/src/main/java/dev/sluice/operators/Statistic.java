package dev.sluice.operators;

/** Measures a document and keeps it. */
@FunctionalInterface
public non-sealed interface Statistic extends Operator {
  /** Passes all measurements to the sink, in the same order for every document. */
  void measure(Document document, MeasurementSink sink);
}
