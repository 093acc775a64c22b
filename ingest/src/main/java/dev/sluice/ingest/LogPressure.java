package dev.sluice.ingest;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.LogPressure.Load;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Keeps the log within its budget. Waits while the topology, the sinks and the matcher together
 * have more than {@code aheadBytes} still to consume, or while the log would hold more than {@code
 * heldBytes}, because a broker deletes consumed records only after a while. The broker reports
 * bytes per partition; they are attributed evenly to offsets. Documents count from the offset that
 * the topology has committed, curated documents from that of the sinks, and signatures from that of
 * the matcher.
 */
public final class LogPressure implements BackPressure, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogPressure.class);
  private static final Duration WAIT = Duration.ofMillis(200);

  private final Admin admin;
  private final TopicNames names;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final boolean nearDedup;
  private final long aheadBytes;
  private final long heldBytes;

  /**
   * What the log contains.
   *
   * @param documentBytes bytes that the topology has not consumed yet
   * @param curatedBytes bytes that the sinks have not consumed yet
   * @param signatureBytes bytes that the matcher has not consumed yet
   * @param heldBytes size on disk, including what the topology will add when it has copied all
   *     documents
   * @param moved a number that grows whenever something is consumed or deleted
   */
  record Load(
      long documentBytes, long curatedBytes, long signatureBytes, long heldBytes, long moved) {
    long unconsumedBytes() {
      return documentBytes + curatedBytes + signatureBytes;
    }
  }

  /**
   * @param partitions number of partitions of each topic of documents
   * @param nearDedup whether there is a topic of signatures
   * @param aheadBytes limit of unconsumed bytes
   * @param heldBytes limit of the log's size; must be larger than what remains when everything is
   *     consumed, or the wait never ends
   */
  public LogPressure(
      KafkaConnection connection,
      TopicNames names,
      int partitions,
      boolean nearDedup,
      long aheadBytes,
      long heldBytes) {
    this.admin = connection.admin();
    this.names = names;
    this.aheadBytes = aheadBytes;
    this.heldBytes = heldBytes;
    List<String> topics = new ArrayList<>(names.curated());
    topics.add(names.documents());
    for (String topic : topics) {
      for (int i = 0; i < partitions; i++) {
        this.partitions.add(new TopicPartition(topic, i));
      }
    }
    if (nearDedup) {
      this.partitions.add(new TopicPartition(names.signatures(), 0));
    }
    this.nearDedup = nearDedup;
  }

  @Override
  public void await(WaitTimes<IngestWait> waits) throws InterruptedException {
    Load load = load();
    if (hasRoom(load)) {
      return;
    }
    with(LOG.atInfo(), load).log("waiting for " + consumers());
    StalledWait wait = new StalledWait(load, System.nanoTime());
    while (!hasRoom(load)) {
      waits.begin(cause(load));
      tell(wait.look(load, aheadBytes, System.nanoTime()), load);
      Thread.sleep(WAIT.toMillis());
      load = load();
    }
  }

  private boolean hasRoom(Load load) {
    return load.unconsumedBytes() <= aheadBytes && load.heldBytes() <= heldBytes;
  }

  /**
   * Returns what ingest has to wait for. This is the consumer with the most bytes left in the log,
   * or space in the log if the consumers are within {@code aheadBytes}.
   */
  IngestWait cause(Load load) {
    if (load.unconsumedBytes() <= aheadBytes) {
      return IngestWait.LOG_SPACE;
    }
    if (load.signatureBytes() > Math.max(load.documentBytes(), load.curatedBytes())) {
      return IngestWait.MATCHER;
    }
    return load.documentBytes() >= load.curatedBytes() ? IngestWait.TOPOLOGY : IngestWait.SINK;
  }

  /** Returns the names of the consumers, for messages. */
  private String consumers() {
    return nearDedup ? "topology, sinks and matcher" : "topology and sinks";
  }

  private void tell(StalledWait.Stall stall, Load load) {
    switch (stall) {
      case NONE -> {}
      case NOT_TAKEN ->
          with(LOG.atWarn(), load)
              .addKeyValue(
                  "wayOut", "check with sluice status that %s are running".formatted(consumers()))
              .log("ingest is waiting because nothing consumes records from the topics");
      case NOT_DELETED ->
          with(LOG.atWarn(), load)
              .addKeyValue(
                  "wayOut",
                  "%s need permission to delete records (operation Delete) in %s and %s: run sluice doctor to check the permission, and see the logs of these processes for the reason"
                      .formatted(consumers(), names.documents(), String.join(", ", others())))
              .log("ingest is waiting because consumed records are not deleted from the topics");
    }
  }

  /** Returns the topics that are consumed, except for documents. */
  private List<String> others() {
    List<String> topics = new ArrayList<>(names.curated());
    if (nearDedup) {
      topics.add(names.signatures());
    }
    return topics;
  }

  private LoggingEventBuilder with(LoggingEventBuilder event, Load load) {
    return event
        .addKeyValue("unconsumedBytes", load.unconsumedBytes())
        .addKeyValue("limitBytes", aheadBytes)
        .addKeyValue("heldBytes", load.heldBytes())
        .addKeyValue("limitOfHeldBytes", heldBytes);
  }

  Load load() {
    Map<TopicPartition, Long> taken =
        new HashMap<>(PartitionLogs.committed(admin, names.sinkGroup()));
    taken.putAll(PartitionLogs.committed(admin, names.applicationId()));
    if (nearDedup) {
      taken.putAll(PartitionLogs.committed(admin, names.matcherGroup()));
    }
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, partitions);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
    Map<TopicPartition, Long> sizes = PartitionLogs.bytes(admin);
    long documents = 0;
    long curated = 0;
    long signatures = 0;
    long held = 0;
    long moved = 0;
    for (TopicPartition partition : partitions) {
      long start = starts.get(partition);
      long end = ends.get(partition);
      long from = Math.max(start, taken.getOrDefault(partition, start));
      double share = end > start ? (double) (end - from) / (end - start) : 0;
      moved += start + from;
      long size = sizes.getOrDefault(partition, 0L);
      long rest = Math.round(share * size);
      if (partition.topic().equals(names.documents())) {
        documents += rest;
        held += size + rest;
      } else if (partition.topic().equals(names.signatures())) {
        signatures += rest;
        held += size;
      } else {
        curated += rest;
        held += size;
      }
    }
    return new Load(documents, curated, signatures, held, moved);
  }

  @Override
  public void close() {
    admin.close();
  }

  /** Detects that a wait for room in the log makes no progress, so that it can be reported. */
  static final class StalledWait {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    /**
     * How long a broker may take to free the space of deleted records. Brokers do so at intervals,
     * five minutes by default.
     */
    static final Duration PATIENCE_WITH_DELETION = Duration.ofMinutes(10);

    static final Duration INTERVAL = Duration.ofMinutes(10);

    private long moved;
    private long movedNanos;
    private long loggedNanos;
    private boolean logged;

    /** The kind of a stall. */
    enum Stall {
      /** There is no stall. Room may still become free. */
      NONE,
      /** Too much is unconsumed, and no consumer makes progress. */
      NOT_TAKEN,
      /** Consumed records are not deleted. */
      NOT_DELETED
    }

    /**
     * Starts to observe a wait.
     *
     * @param now time in nanoseconds since an arbitrary origin
     */
    StalledWait(Load load, long now) {
      this.moved = load.moved();
      this.movedNanos = now;
    }

    /**
     * Returns the stall to report now. A stall is reported when nothing has moved for too long, and
     * again every ten minutes.
     */
    Stall look(Load load, long aheadBytes, long now) {
      if (load.moved() != moved) {
        moved = load.moved();
        movedNanos = now;
        logged = false;
      }
      Stall stall = load.unconsumedBytes() > aheadBytes ? Stall.NOT_TAKEN : Stall.NOT_DELETED;
      Duration patience = stall == Stall.NOT_TAKEN ? PATIENCE : PATIENCE_WITH_DELETION;
      boolean due =
          logged ? now - loggedNanos >= INTERVAL.toNanos() : now - movedNanos >= patience.toNanos();
      if (!due) {
        return Stall.NONE;
      }
      logged = true;
      loggedNanos = now;
      return stall;
    }
  }
}
