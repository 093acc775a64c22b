package dev.sluice.app.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of the metrics that Sluice defines, at one moment. Used by one thread. */
final class Scrape {
  private final Map<Metric, Map<Labels, Double>> values = new LinkedHashMap<>();

  /**
   * Sets a value.
   *
   * @param labels values of the metric's labels, in the order of the labels
   * @throws IllegalArgumentException if there are more or fewer values than the metric has labels
   */
  void set(Metric metric, double value, String... labels) {
    values
        .computeIfAbsent(metric, key -> new LinkedHashMap<>())
        .put(Labels.of(metric.labels(), List.of(labels)), value);
  }

  /** Sets a value. An unknown value becomes NaN. */
  void set(Metric metric, Optional<? extends Number> value, String... labels) {
    set(metric, value.map(Number::doubleValue).orElse(Double.NaN), labels);
  }

  /** Returns all metrics that have a value. */
  List<MetricSnapshot> snapshots() {
    return values.entrySet().stream()
        .map(entry -> snapshot(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static MetricSnapshot snapshot(Metric metric, Map<Labels, Double> points) {
    return switch (metric.type()) {
      case COUNTER -> counter(metric, points);
      case GAUGE -> gauge(metric, points);
      case INFO -> info(metric, points);
    };
  }

  private static MetricSnapshot counter(Metric metric, Map<Labels, Double> points) {
    CounterSnapshot.Builder all = named(CounterSnapshot.builder(), metric);
    points.forEach(
        (labels, value) ->
            all.dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
    return all.build();
  }

  private static MetricSnapshot gauge(Metric metric, Map<Labels, Double> points) {
    GaugeSnapshot.Builder all = named(GaugeSnapshot.builder(), metric);
    points.forEach(
        (labels, value) ->
            all.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    return all.build();
  }

  private static MetricSnapshot info(Metric metric, Map<Labels, Double> points) {
    InfoSnapshot.Builder all = named(InfoSnapshot.builder(), metric);
    points
        .keySet()
        .forEach(labels -> all.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build()));
    return all.build();
  }

  private static <B extends MetricSnapshot.Builder<B>> B named(B builder, Metric metric) {
    builder.name(metric.family()).help(metric.help());
    metric.unit().ifPresent(builder::unit);
    return builder;
  }
}
