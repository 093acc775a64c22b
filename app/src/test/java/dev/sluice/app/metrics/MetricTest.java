package dev.sluice.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricTest {
  private static final List<Metric> ALL =
      Stream.concat(JobMetrics.ALL.stream(), KafkaMetrics.ALL.stream()).toList();

  @Test
  void shouldTakeTheUnitFromTheName() {
    assertThat(Metric.gauge("sluice_disk_free_bytes", "help").unit()).contains(Unit.BYTES);
    assertThat(Metric.counter("sluice_wait_seconds_total", "help").unit()).contains(Unit.SECONDS);
    assertThat(Metric.counter("sluice_rows_total", "help").unit()).isEmpty();
    assertThat(Metric.counter("sluice_rows_total", "help").family()).isEqualTo("sluice_rows");
  }

  @Test
  void shouldRefuseNamesThatOpenMetricsDoesNotWant() {
    assertThatThrownBy(() -> Metric.counter("sluice_rows", "help")).hasMessageContaining("COUNTER");
    assertThatThrownBy(() -> Metric.gauge("rows", "help")).hasMessageContaining("rows");
  }

  @Test
  void shouldNameEachMetricOnceInBaseUnits() {
    assertThat(ALL).extracting(Metric::family).doesNotHaveDuplicates();
    assertThat(ALL)
        .allSatisfy(
            metric -> {
              assertThat(metric.name()).matches("[a-z_]+").doesNotContain("milli", "_mb", "kilo");
              assertThat(metric.help()).matches("[A-Z0-9].*[^.]");
              assertThat(metric.labels()).allMatch(label -> label.matches("[a-z_]+"));
            });
    assertThat(ALL)
        .filteredOn(metric -> metric.type() == Metric.Type.GAUGE)
        .noneMatch(metric -> metric.name().matches(".*_(total|info|count|sum|bucket)"));
  }
}
