package dev.sluice.operators;

/** Receives the measurements of a statistic. */
public interface MeasurementSink {
  /** A number; never NaN. */
  void number(String name, double value);

  /** A categorical value: a language, a digest. */
  void text(String name, String value);
}
