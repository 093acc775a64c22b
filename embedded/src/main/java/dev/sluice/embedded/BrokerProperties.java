package dev.sluice.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The configuration of a broker for one machine: no replicas, few threads and partitions, and no
 * retention limits.
 */
final class BrokerProperties {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final String BROKER_LISTENER = "BROKER";
  private static final String CLIENT_LISTENER = "CLIENT";
  private static final String ALL_INTERFACES = "0.0.0.0";

  /** Deleted records free their space by segments. */
  private static final int SEGMENT_BYTES = 32 << 20;

  /**
   * Small, because these topics are read at every start and compaction skips the newest segment.
   */
  private static final int INTERNAL_SEGMENT_BYTES = 8 << 20;

  /** One entry of 12 bytes per 4 KiB of a segment, so that a full index never ends a segment. */
  private static final int INDEX_BYTES = 256 << 10;

  /** Room for a batch of small records; a larger record is sent in its own batch. */
  private static final int BATCH_HEADROOM_BYTES = 1 << 20;

  private static final int MIN_REQUEST_BYTES = 100 << 20;

  /**
   * How long the controller waits for a sign of life from the broker before it fences it. Longer
   * than any pause of the process: there is no other broker to take over, and open transactions
   * would hang.
   */
  private static final int SESSION_MILLIS = 3_600_000;

  /** The session of a previous broker, which is dead. Only delays the start. */
  private static final int PREVIOUS_SESSION_MILLIS = 100;

  /**
   * How long a deleted segment stays on disk. Also the interval at which the broker looks for such
   * segments: with 0, it would do so a thousand times a second.
   */
  private static final int DELETE_DELAY_MILLIS = 100;

  /**
   * How long the broker holds the first records of a transaction until the one before is complete,
   * which may take seconds on a busy machine. If it refused them instead, the producer would send
   * everything again.
   */
  private static final int NEXT_TRANSACTION_MILLIS = 10_000;

  /**
   * How often the broker looks for transactions that have timed out, while readers wait for their
   * end. A look is a walk over one entry for each transactional id.
   */
  private static final int TIMED_OUT_TRANSACTIONS_MILLIS = 200;

  /** Ten years: dumps come monthly, and a project may pause for years. */
  private static final long OFFSETS_RETENTION_DAYS = 3_650;

  private final Map<String, String> properties = new LinkedHashMap<>();

  private BrokerProperties() {}

  /** The properties of a broker on these ports. */
  static Map<String, String> of(
      Path directory, int maxRecordBytes, int brokerPort, int controllerPort) {
    BrokerProperties result = new BrokerProperties();
    result.node(directory, controllerPort);
    result.broker(brokerPort, controllerPort);
    result.sizes(maxRecordBytes);
    result.singleCopies();
    result.retention();
    result.groups();
    result.threads();
    return result.properties;
  }

  /**
   * Adds a listener for clients on other machines. The broker itself uses the loopback listener,
   * because it may not be able to reach its advertised address.
   *
   * @param advertised host:port
   */
  static Map<String, String> advertised(
      Map<String, String> properties, int clientPort, String advertised) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.merge(
        "listeners",
        CLIENT_LISTENER + "://" + ALL_INTERFACES + ":" + clientPort,
        (ours, another) -> ours + "," + another);
    all.merge(
        "advertised.listeners",
        CLIENT_LISTENER + "://" + advertised,
        (ours, another) -> ours + "," + another);
    all.merge(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT",
        (ours, another) -> ours + "," + another);
    return all;
  }

  /** The properties of a controller that runs alone and soon fences its broker. */
  static Map<String, String> ofController(Path directory, int controllerPort) {
    BrokerProperties result = new BrokerProperties();
    result.node(directory, controllerPort);
    result.put("process.roles", "controller");
    result.put("listeners", controllerListener(controllerPort));
    result.put("broker.session.timeout.ms", PREVIOUS_SESSION_MILLIS);
    result.put("broker.heartbeat.interval.ms", PREVIOUS_SESSION_MILLIS / 2);
    return result.properties;
  }

  private static String controllerListener(int port) {
    return CONTROLLER_LISTENER + "://" + LoopbackPort.HOST + ":" + port;
  }

  private void node(Path directory, int controllerPort) {
    put("node.id", NODE_ID);
    put("controller.quorum.voters", NODE_ID + "@" + LoopbackPort.HOST + ":" + controllerPort);
    put("controller.listener.names", CONTROLLER_LISTENER);
    put(
        "listener.security.protocol.map",
        BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    put("log.dirs", directory.toString());
    put("metric.reporters", "");
  }

  private void broker(int brokerPort, int controllerPort) {
    String broker = BROKER_LISTENER + "://" + LoopbackPort.HOST + ":" + brokerPort;
    put("process.roles", "broker,controller");
    put("listeners", broker + "," + controllerListener(controllerPort));
    put("advertised.listeners", broker);
    put("inter.broker.listener.name", BROKER_LISTENER);
    put("broker.session.timeout.ms", SESSION_MILLIS);
    put("controlled.shutdown.enable", false);
    put("auto.create.topics.enable", false);
  }

  private void sizes(int maxRecordBytes) {
    int maxBatchBytes = maxRecordBytes + BATCH_HEADROOM_BYTES;
    put("message.max.bytes", maxBatchBytes);
    put("replica.fetch.max.bytes", maxBatchBytes);
    put("socket.request.max.bytes", Math.max(MIN_REQUEST_BYTES, 2 * maxBatchBytes));
    put("socket.send.buffer.bytes", -1);
    put("socket.receive.buffer.bytes", -1);
    put("log.segment.bytes", Math.max(SEGMENT_BYTES, maxBatchBytes));
    put("log.index.size.max.bytes", INDEX_BYTES);
    put("log.cleaner.dedupe.buffer.size", 16 << 20);
    put("offsets.topic.segment.bytes", INTERNAL_SEGMENT_BYTES);
    put("transaction.state.log.segment.bytes", INTERNAL_SEGMENT_BYTES);
    put("share.coordinator.state.topic.segment.bytes", INTERNAL_SEGMENT_BYTES);
  }

  private void singleCopies() {
    put("default.replication.factor", 1);
    put("min.insync.replicas", 1);
    for (String topic :
        new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
      put(topic + ".num.partitions", 1);
      put(topic + ".replication.factor", 1);
    }
    put("transaction.state.log.min.isr", 1);
    put("share.coordinator.state.topic.min.isr", 1);
  }

  private void retention() {
    put("log.retention.ms", -1);
    put("log.retention.bytes", -1);
    put("log.retention.check.interval.ms", 1_000);
    put("log.initial.task.delay.ms", 1_000);
    put("log.segment.delete.delay.ms", DELETE_DELAY_MILLIS);
    put("log.flush.offset.checkpoint.interval.ms", 10_000);
    put("log.flush.start.offset.checkpoint.interval.ms", 10_000);
    put("offsets.retention.minutes", TimeUnit.DAYS.toMinutes(OFFSETS_RETENTION_DAYS));
    put("transactional.id.expiration.ms", Integer.MAX_VALUE);
  }

  private void groups() {
    put("group.initial.rebalance.delay.ms", 0);
    put("group.streams.initial.rebalance.delay.ms", 0);
    put("group.min.session.timeout.ms", 1_000);
    put(
        "transaction.abort.timed.out.transaction.cleanup.interval.ms",
        TIMED_OUT_TRANSACTIONS_MILLIS);
    put("add.partitions.to.txn.retry.backoff.max.ms", NEXT_TRANSACTION_MILLIS);
  }

  private void threads() {
    put("num.network.threads", 2);
    put("num.io.threads", 3);
    put("background.threads", 1);
    put("group.coordinator.threads", 1);
    put("group.coordinator.background.threads", 1);
  }

  private void put(String key, Object value) {
    properties.put(key, String.valueOf(value));
  }
}
