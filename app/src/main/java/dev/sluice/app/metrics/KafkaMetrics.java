package dev.sluice.app.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import javax.management.ObjectName;

/**
 * Selects metrics of Kafka's clients, Kafka Streams and RocksDB, and combines them over threads,
 * tasks and partitions. Kafka registers a bean for each of these; the names are in Kafka's
 * documentation (monitoring). Beans of partitions are not read, because each partition has two of
 * them, one with underscores in place of the dots in the topic's name.
 */
final class KafkaMetrics {
  /** The beans of a kind of client, and whether its metrics have a label for the stage. */
  private enum Client {
    CONSUMER("kafka.consumer:type=consumer-metrics,client-id=*", true),
    GROUP("kafka.consumer:type=consumer-coordinator-metrics,client-id=*", true),
    FETCH("kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*", true),
    PRODUCER("kafka.producer:type=producer-metrics,client-id=*", true),
    STREAMS("kafka.streams:type=stream-metrics,client-id=*", false),
    THREAD("kafka.streams:type=stream-thread-metrics,thread-id=*", false),
    STORE(
        "kafka.streams:type=stream-state-metrics,thread-id=*,task-id=*,rocksdb-state-id=*", false);

    private final String pattern;
    private final List<String> labels;

    Client(String pattern, boolean byStage) {
      this.pattern = pattern;
      this.labels = byStage ? List.of("stage") : List.of();
    }
  }

  /** The function that combines the values of several beans. */
  private enum Of implements DoubleBinaryOperator {
    SUM,
    /** The largest value, for beans that share a value or where the worst value matters. */
    MAX;

    @Override
    public double applyAsDouble(double a, double b) {
      return this == SUM ? a + b : Math.max(a, b);
    }
  }

  /**
   * The source of a metric.
   *
   * @param attribute attribute of the client's beans
   * @param scale factor from Kafka's unit to the base unit
   */
  private record Source(Metric metric, Client client, String attribute, Of of, double scale) {
    private static Source parse(String line) {
      String[] cells = line.split(" *\\| *");
      Client client = Client.valueOf(cells[2]);
      Metric metric = new Metric(Metric.Type.valueOf(cells[0]), cells[1], client.labels, cells[6]);
      return new Source(
          metric, client, cells[3], Of.valueOf(cells[4]), Double.parseDouble(cells[5]));
    }
  }

  /** Type, name, client, attribute, combining function, scale and help of each metric. */
  private static final List<Source> SOURCES =
      """
      COUNTER | sluice_kafka_consumer_records_total             | FETCH    | records-consumed-total            | SUM | 1    | Records consumed
      COUNTER | sluice_kafka_consumer_bytes_total               | FETCH    | bytes-consumed-total              | SUM | 1    | Bytes consumed, uncompressed
      GAUGE   | sluice_kafka_consumer_max_lag_records           | FETCH    | records-lag-max                   | MAX | 1    | Largest lag of a partition in the last 30 s
      GAUGE   | sluice_kafka_consumer_partitions                | GROUP    | assigned-partitions               | SUM | 1    | Partitions assigned to this process
      COUNTER | sluice_kafka_consumer_rebalances_total          | GROUP    | rebalance-total                   | SUM | 1    | Rebalances of the group that were completed
      GAUGE   | sluice_kafka_consumer_fetch_latency_seconds     | FETCH    | fetch-latency-avg                 | MAX | 1e-3 | Mean time of a fetch in the last 30 s, of the slowest consumer
      GAUGE   | sluice_kafka_consumer_connections               | CONSUMER | connection-count                  | SUM | 1    | Open connections to brokers
      COUNTER | sluice_kafka_producer_records_total             | PRODUCER | record-send-total                 | SUM | 1    | Records sent
      COUNTER | sluice_kafka_producer_bytes_total               | PRODUCER | outgoing-byte-total               | SUM | 1    | Bytes sent to brokers, compressed
      COUNTER | sluice_kafka_producer_retries_total             | PRODUCER | record-retry-total                | SUM | 1    | Records sent again
      COUNTER | sluice_kafka_producer_errors_total              | PRODUCER | record-error-total                | SUM | 1    | Records that could not be sent
      COUNTER | sluice_kafka_producer_buffer_wait_seconds_total | PRODUCER | bufferpool-wait-time-ns-total     | SUM | 1e-9 | Time that threads waited for the producer's memory
      COUNTER | sluice_kafka_producer_commit_seconds_total      | PRODUCER | txn-commit-time-ns-total          | SUM | 1e-9 | Time that threads waited for transactions to commit
      GAUGE   | sluice_streams_threads                          | STREAMS  | alive-stream-threads              | SUM | 1    | Running threads of the topology
      COUNTER | sluice_streams_failed_threads_total             | STREAMS  | failed-stream-threads             | SUM | 1    | Threads of the topology that failed
      COUNTER | sluice_streams_processed_records_total          | THREAD   | process-total                     | SUM | 1    | Records that the topology processed
      COUNTER | sluice_streams_commits_total                    | THREAD   | commit-total                      | SUM | 1    | Commits of the topology's threads
      GAUGE   | sluice_streams_commit_latency_seconds           | THREAD   | commit-latency-max                | MAX | 1e-3 | Longest commit in the last 30 s
      COUNTER | sluice_streams_blocked_seconds_total            | THREAD   | blocked-time-ns-total             | SUM | 1e-9 | Time that the topology's threads waited for brokers
      GAUGE   | sluice_rocksdb_keys                             | STORE    | estimate-num-keys                 | SUM | 1    | Keys in the stores of this process, estimated by RocksDB
      GAUGE   | sluice_rocksdb_sst_bytes                        | STORE    | live-sst-files-size               | SUM | 1    | Size of the stores' files
      GAUGE   | sluice_rocksdb_memtables_bytes                  | STORE    | size-all-mem-tables               | SUM | 1    | Memory of writes that are not yet in files
      GAUGE   | sluice_rocksdb_block_cache_bytes                | STORE    | block-cache-usage                 | MAX | 1    | Memory of the cache shared by all stores
      GAUGE   | sluice_rocksdb_table_readers_bytes              | STORE    | estimate-table-readers-mem        | SUM | 1    | Memory of indexes and filters outside of the cache
      GAUGE   | sluice_rocksdb_pending_compaction_bytes         | STORE    | estimate-pending-compaction-bytes | SUM | 1    | Bytes that compaction has to rewrite, estimated
      GAUGE   | sluice_rocksdb_running_compactions              | STORE    | num-running-compactions           | SUM | 1    | Running compactions
      COUNTER | sluice_rocksdb_background_errors_total          | STORE    | background-errors                 | SUM | 1    | Errors of flushes and compactions
      """
          .lines()
          .map(Source::parse)
          .toList();

  /** All metrics, in the order of the page that describes the metrics. */
  static final List<Metric> ALL = SOURCES.stream().map(Source::metric).toList();

  /**
   * Maps Kafka clients to the stages that they work for. Kafka names clients after a thread of the
   * topology, a consumer group, or a transactional id with the unit that is being read. There are
   * few stages, whatever the number of clients.
   */
  private static final class ClientStage {
    private static final String OF_TOPOLOGY = "-StreamThread-";
    private static final String OF_RESTORE = "-restore-consumer";
    private static final String OF_MATCHER = ".matcher-";
    private static final String OF_SINK = ".sink-";
    private static final String OF_INGEST = ".ingest.";

    private ClientStage() {}

    /**
     * Returns the stage of a client. It is {@code ingest}, {@code topology}, {@code restore} (of
     * the topology), {@code matcher}, {@code sink} or {@code other}.
     */
    static String of(ObjectName bean) {
      String id = bean.getKeyProperty("client-id");
      if (id == null || bean.getDomain().equals("kafka.streams") || id.contains(OF_TOPOLOGY)) {
        return "topology";
      }
      if (id.contains(OF_RESTORE)) {
        return "restore";
      }
      boolean reads = bean.getDomain().equals("kafka.consumer");
      if (reads && id.contains(OF_MATCHER)) {
        return "matcher";
      }
      if (reads && id.contains(OF_SINK)) {
        return "sink";
      }
      return !reads && id.contains(OF_INGEST) ? "ingest" : "other";
    }
  }

  private KafkaMetrics() {}

  /**
   * Adds the current values of this process's clients. Adds nothing for kinds of clients that are
   * not running.
   */
  static void add(Beans beans, Scrape scrape) {
    Map<String, List<Source>> byBeans = new TreeMap<>();
    SOURCES.forEach(
        source ->
            byBeans.computeIfAbsent(source.client().pattern, key -> new ArrayList<>()).add(source));
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
