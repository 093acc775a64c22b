package dev.sluice.operators;

/** Receives the measurements of a statistic. */
public interface MeasurementSink {
  /** Receives a number. It is never NaN. */
  void number(String name, double value);

  /** Receives a categorical value, such as a language or a digest. */
  void text(String name, String value);
}
