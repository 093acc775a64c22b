package dev.sluice.operators.plugin;

import dev.sluice.operators.MeasurementSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keeps measurements. {@code toString} shows them, so that two can be compared. */
final class RecordedMeasurements implements MeasurementSink {
  /** Names with a {@code Double} or a {@code String}. */
  private final List<Map.Entry<String, Object>> all = new ArrayList<>();

  @Override
  public void number(String name, double value) {
    all.add(Map.entry(name, value));
  }

  @Override
  public void text(String name, String value) {
    all.add(Map.entry(name, value));
  }

  boolean hasNaN() {
    return all.stream().anyMatch(each -> each.getValue().equals(Double.NaN));
  }

  void passOn(MeasurementSink sink) {
    for (Map.Entry<String, Object> each : all) {
      if (each.getValue() instanceof Double number) {
        sink.number(each.getKey(), number);
      } else {
        sink.text(each.getKey(), (String) each.getValue());
      }
    }
  }

  @Override
  public String toString() {
    return all.stream()
        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
