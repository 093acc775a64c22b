package dev.sluice.app.metrics;

import dev.sluice.app.monitor.RunDocument;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The metrics of this process as text. Thread-safe. */
final class Exposition {
  private final Supplier<RunDocument> job;
  private final long minFreeDiskBytes;
  private final Beans beans = new Beans(ManagementFactory.getPlatformMBeanServer());
  private final PrometheusRegistry jvm = new PrometheusRegistry();

  /**
   * @param job supplier of the state of the job, at most a second old
   * @param minFreeDiskBytes free space at which the process stops
   */
  Exposition(Supplier<RunDocument> job, long minFreeDiskBytes) {
    this.job = job;
    this.minFreeDiskBytes = minFreeDiskBytes;
    JvmMemoryMetrics.builder().register(jvm);
    JvmBufferPoolMetrics.builder().register(jvm);
    JvmGarbageCollectorMetrics.builder().register(jvm);
    JvmThreadsMetrics.builder().register(jvm);
    JvmRuntimeInfoMetric.builder().register(jvm);
    ProcessMetrics.builder().register(jvm);
  }

  /**
   * The answer to a scrape.
   *
   * @param type media type of the text
   * @param bytes text as bytes
   */
  record Text(String type, byte[] bytes) {}

  /**
   * Reads everything.
   *
   * @param accept the media types that the client accepts
   */
  Text text(String accept) {
    ExpositionFormatWriter format = format(accept);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      format.write(text, scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Text(format.getContentType(), text.toByteArray());
  }

  /**
   * Returns OpenMetrics, or the older text format for clients that do not accept OpenMetrics:
   * Prometheus before 2.5, promtool, browsers.
   */
  private static ExpositionFormatWriter format(String accept) {
    boolean wantsOther = accept.contains("text/") && !accept.contains("openmetrics");
    return wantsOther ? PrometheusTextFormatWriter.create() : OpenMetricsTextFormatWriter.create();
  }

  private MetricSnapshots scrape() {
    Scrape scrape = new Scrape();
    JobMetrics.add(job.get(), minFreeDiskBytes, scrape);
    KafkaMetrics.add(beans, scrape);
    List<MetricSnapshot> all = new ArrayList<>(scrape.snapshots());
    jvm.scrape().forEach(all::add);
    return new MetricSnapshots(all);
  }
}
