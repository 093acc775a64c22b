package dev.sluice.operators.plugin;

import dev.sluice.operators.MeasurementSink;

/** Measurements as a text, so that two can be compared. Not thread-safe. */
final class ShownMeasurements implements MeasurementSink {
  private final StringBuilder shown = new StringBuilder();

  @Override
  public void number(String name, double value) {
    shown.append(name).append('=').append(value).append('\n');
  }

  @Override
  public void text(String name, String value) {
    shown.append(name).append('=').append(value).append('\n');
  }

  @Override
  public String toString() {
    return shown.toString();
  }
}
