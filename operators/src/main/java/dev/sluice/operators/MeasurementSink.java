package dev.sluice.operators;

/** Takes what a statistic measures. */
public interface MeasurementSink {
  /** A number; never NaN. */
  void number(String name, double value);

  /** Something that is counted by its value: a language, a digest. */
  void text(String name, String value);
}
