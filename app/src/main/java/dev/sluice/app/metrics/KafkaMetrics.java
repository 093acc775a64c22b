package dev.sluice.app.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;

/**
 * A selection of what Kafka's clients, Kafka Streams and RocksDB measure, added up over threads,
 * tasks and partitions. Kafka registers a bean of each; their names are in its documentation
 * (monitoring). Beans of partitions are not read: there are two of each partition, one of them with
 * underscores for the dots of its topic.
 */
final class KafkaMetrics {
  private static final String STAGE = "stage";
  private static final double PER_MILLI = 1e-3;
  private static final double PER_NANO = 1e-9;

  private static final String CONSUMER = "kafka.consumer:type=consumer-metrics,client-id=*";
  private static final String GROUP =
      "kafka.consumer:type=consumer-coordinator-metrics,client-id=*";
  private static final String FETCH =
      "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*";
  private static final String PRODUCER = "kafka.producer:type=producer-metrics,client-id=*";
  private static final String STREAMS = "kafka.streams:type=stream-metrics,client-id=*";
  private static final String THREAD = "kafka.streams:type=stream-thread-metrics,thread-id=*";
  private static final String STORE =
      "kafka.streams:type=stream-state-metrics,thread-id=*,task-id=*,rocksdb-state-id=*";

  /** How values of several beans make one. */
  private enum Of implements DoubleBinaryOperator {
    SUM,
    /** The largest: of what beans share, or of which the worst matters. */
    MAX;

    @Override
    public double applyAsDouble(double a, double b) {
      return this == SUM ? a + b : Math.max(a, b);
    }
  }

  /**
   * Where a metric comes from.
   *
   * @param beans pattern of the names of MBeans
   * @param attribute of them
   * @param scale from Kafka's unit to the base unit
   */
  private record Source(Metric metric, String beans, String attribute, Of of, double scale) {}

  private static final List<Source> SOURCES =
      List.of(
          sum(
              ofStage(
                  Metric.Type.COUNTER, "sluice_kafka_consumer_records_total", "Records consumed"),
              FETCH,
              "records-consumed-total"),
          sum(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_consumer_bytes_total",
                  "Bytes consumed, uncompressed"),
              FETCH,
              "bytes-consumed-total"),
          max(
              ofStage(
                  Metric.Type.GAUGE,
                  "sluice_kafka_consumer_max_lag_records",
                  "Records that the partition which is furthest behind was behind in the last 30"
                      + " s"),
              FETCH,
              "records-lag-max",
              1),
          sum(
              ofStage(
                  Metric.Type.GAUGE,
                  "sluice_kafka_consumer_partitions",
                  "Partitions assigned to this process"),
              GROUP,
              "assigned-partitions"),
          sum(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_consumer_rebalances_total",
                  "Rebalances of the group that were completed"),
              GROUP,
              "rebalance-total"),
          max(
              ofStage(
                  Metric.Type.GAUGE,
                  "sluice_kafka_consumer_fetch_latency_seconds",
                  "Mean time of a fetch in the last 30 s, of the slowest consumer"),
              FETCH,
              "fetch-latency-avg",
              PER_MILLI),
          sum(
              ofStage(
                  Metric.Type.GAUGE,
                  "sluice_kafka_consumer_connections",
                  "Open connections to brokers"),
              CONSUMER,
              "connection-count"),
          sum(
              ofStage(Metric.Type.COUNTER, "sluice_kafka_producer_records_total", "Records sent"),
              PRODUCER,
              "record-send-total"),
          sum(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_producer_bytes_total",
                  "Bytes sent to brokers, compressed"),
              PRODUCER,
              "outgoing-byte-total"),
          sum(
              ofStage(
                  Metric.Type.COUNTER, "sluice_kafka_producer_retries_total", "Records sent again"),
              PRODUCER,
              "record-retry-total"),
          sum(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_producer_errors_total",
                  "Records that could not be sent"),
              PRODUCER,
              "record-error-total"),
          new Source(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_producer_buffer_wait_seconds_total",
                  "Time that threads waited for the producer's memory"),
              PRODUCER,
              "bufferpool-wait-time-ns-total",
              Of.SUM,
              PER_NANO),
          new Source(
              ofStage(
                  Metric.Type.COUNTER,
                  "sluice_kafka_producer_commit_seconds_total",
                  "Time that threads waited for transactions to commit"),
              PRODUCER,
              "txn-commit-time-ns-total",
              Of.SUM,
              PER_NANO),
          sum(
              Metric.gauge("sluice_streams_threads", "Threads of the topology that run"),
              STREAMS,
              "alive-stream-threads"),
          sum(
              Metric.counter(
                  "sluice_streams_failed_threads_total", "Threads of the topology that failed"),
              STREAMS,
              "failed-stream-threads"),
          sum(
              Metric.counter(
                  "sluice_streams_processed_records_total", "Records that the topology processed"),
              THREAD,
              "process-total"),
          sum(
              Metric.counter("sluice_streams_commits_total", "Commits of the topology's threads"),
              THREAD,
              "commit-total"),
          max(
              Metric.gauge(
                  "sluice_streams_commit_latency_seconds", "Longest commit in the last 30 s"),
              THREAD,
              "commit-latency-max",
              PER_MILLI),
          new Source(
              Metric.counter(
                  "sluice_streams_blocked_seconds_total",
                  "Time that the topology's threads waited for brokers"),
              THREAD,
              "blocked-time-ns-total",
              Of.SUM,
              PER_NANO),
          sum(
              Metric.gauge(
                  "sluice_rocksdb_keys",
                  "Keys in the stores of this process, estimated by RocksDB"),
              STORE,
              "estimate-num-keys"),
          sum(
              Metric.gauge("sluice_rocksdb_sst_bytes", "Size of the stores' files"),
              STORE,
              "live-sst-files-size"),
          sum(
              Metric.gauge(
                  "sluice_rocksdb_memtables_bytes", "Memory of writes that are not in files yet"),
              STORE,
              "size-all-mem-tables"),
          max(
              Metric.gauge(
                  "sluice_rocksdb_block_cache_bytes", "Memory of the cache that all stores share"),
              STORE,
              "block-cache-usage",
              1),
          sum(
              Metric.gauge(
                  "sluice_rocksdb_table_readers_bytes",
                  "Memory of indexes and filters outside of the cache"),
              STORE,
              "estimate-table-readers-mem"),
          sum(
              Metric.gauge(
                  "sluice_rocksdb_pending_compaction_bytes",
                  "What compaction has to rewrite, estimated"),
              STORE,
              "estimate-pending-compaction-bytes"),
          sum(
              Metric.gauge("sluice_rocksdb_running_compactions", "Compactions that run"),
              STORE,
              "num-running-compactions"),
          sum(
              Metric.counter(
                  "sluice_rocksdb_background_errors_total", "Errors of flushes and compactions"),
              STORE,
              "background-errors"));

  /** All of them, in the order of the page that describes them. */
  static final List<Metric> ALL = SOURCES.stream().map(Source::metric).toList();

  private KafkaMetrics() {}

  private static Metric ofStage(Metric.Type type, String name, String help) {
    return new Metric(type, name, List.of(STAGE), help);
  }

  private static Source sum(Metric metric, String beans, String attribute) {
    return new Source(metric, beans, attribute, Of.SUM, 1);
  }

  private static Source max(Metric metric, String beans, String attribute, double scale) {
    return new Source(metric, beans, attribute, Of.MAX, scale);
  }

  /**
   * Adds what the clients of this process measure now; nothing of clients that there are none of.
   */
  static void add(Beans beans, Scrape scrape) {
    Map<String, List<Source>> byBeans = new TreeMap<>();
    SOURCES.forEach(
        source -> byBeans.computeIfAbsent(source.beans(), key -> new ArrayList<>()).add(source));
    byBeans.forEach((pattern, sources) -> add(beans, pattern, sources, scrape));
  }

  private static void add(Beans beans, String pattern, List<Source> sources, Scrape scrape) {
    List<Beans.Values> found =
        beans.read(pattern, sources.stream().map(Source::attribute).distinct().toList());
    for (Source source : sources) {
      Map<String, Double> byStage = new TreeMap<>();
      for (Beans.Values bean : found) {
        bean.number(source.attribute())
            .ifPresent(
                value ->
                    byStage.merge(
                        ClientStage.of(bean.name()),
                        value * source.scale(),
                        source.of()::applyAsDouble));
      }
      byStage.forEach((stage, value) -> set(scrape, source.metric(), stage, value));
    }
  }

  private static void set(Scrape scrape, Metric metric, String stage, double value) {
    if (metric.labels().isEmpty()) {
      scrape.set(metric, value);
    } else {
      scrape.set(metric, value, stage);
    }
  }
}
