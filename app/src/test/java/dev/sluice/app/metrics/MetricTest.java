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

  private static Metric metric(String type, String name) {
    return Metric.parse(type + " | " + name + " |  | help");
  }

  @Test
  void shouldTakeTheUnitFromTheName() {
    assertThat(metric("GAUGE", "sluice_disk_free_bytes").unit()).contains(Unit.BYTES);
    assertThat(metric("COUNTER", "sluice_wait_seconds_total").unit()).contains(Unit.SECONDS);
    assertThat(metric("COUNTER", "sluice_rows_total").unit()).isEmpty();
    assertThat(metric("COUNTER", "sluice_rows_total").family()).isEqualTo("sluice_rows");
  }

  @Test
  void shouldRefuseNamesThatOpenMetricsDoesNotWant() {
    assertThatThrownBy(() -> metric("COUNTER", "sluice_rows")).hasMessageContaining("COUNTER");
    assertThatThrownBy(() -> metric("GAUGE", "rows")).hasMessageContaining("rows");
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
