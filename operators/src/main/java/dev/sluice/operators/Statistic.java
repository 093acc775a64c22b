package dev.sluice.operators;

/** Measures a document and lets it pass. */
@FunctionalInterface
public non-sealed interface Statistic extends Operator {
  /** Hands every value of the document to the sink, in the same order for every document. */
  void measure(Document document, MeasurementSink sink);
}
