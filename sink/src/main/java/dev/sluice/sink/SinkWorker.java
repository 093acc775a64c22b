package dev.sluice.sink;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer and the partitions it has. A partition that is taken away is dropped, never
 * published: whoever gets it begins at the last cut. After an I/O error a partition goes back to
 * its last cut by itself, a few times.
 */
final class SinkWorker implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(SinkWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
  static final int SESSION_TIMEOUT_MS = 8_000;
  private static final int PARTITION_FETCH_BYTES = 2 << 20;

  private final SinkSettings settings;
  private final CutLogs logs;
  private final SealingThread sealing;
  private final SinkGauge gauge;
  private final RecordTrimmer trimmer;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, PartitionSink> sinks = new HashMap<>();
  private final Map<TopicPartition, Integer> failures = new HashMap<>();
  private final SourceTexts texts;
  private final WriterSchemas schemas;
  private final Duration turn;
  private long turnEndsNanos;
  private boolean asksForRebalance;
  private boolean owesPositions;
  private volatile boolean stopping;

  SinkWorker(
      KafkaConnection connection,
      SinkSettings settings,
      CutLogs logs,
      SealingThread sealing,
      RecordTrimmer trimmer,
      SinkGauge gauge,
      Duration turn,
      int number) {
    this.settings = settings;
    this.logs = logs;
    this.gauge = gauge;
    this.trimmer = trimmer;
    this.texts = new SourceTexts(settings.source());
    this.sealing = sealing;
    this.schemas = new ProgressLog(connection, settings.topics().progress()).schemas();
    this.consumer = consumer(connection, settings, number);
    this.turn = turn;
    this.asksForRebalance = !connection.usesNewGroups();
  }

  static Consumer<byte[], byte[]> consumer(
      KafkaConnection connection, SinkSettings settings, int number) {
    Map<String, Object> overrides = new HashMap<>();
    overrides.put(ConsumerConfig.GROUP_ID_CONFIG, settings.topics().sinkGroup());
    overrides.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, settings.instanceId() + "-" + number);
    overrides.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    overrides.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_TIMEOUT_MS / 4);
    overrides.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, settings.fetchBytes());
    overrides.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        Math.min(PARTITION_FETCH_BYTES, settings.fetchBytes()));
    overrides.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    return connection.consumer(overrides);
  }

  /** Ends {@link #run} soon. Thread-safe. */
  void stop() {
    stopping = true;
    consumer.wakeup();
  }

  @Override
  public void run() {
    try {
      consumer.subscribe(settings.topics().curated(), new Partitions());
      while (!stopping) {
        poll();
      }
    } catch (WakeupException e) {
      LOG.debug("stopping");
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } finally {
      close();
    }
  }

  /** Nothing is to be waited for: neither a rebalance nor positions that are still on their way. */
  private void close() {
    try {
      consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    } finally {
      sinks.values().forEach(PartitionSink::discard);
    }
  }

  private void poll() throws IOException {
    try {
      take(consumer.poll(POLL));
    } catch (OffsetOutOfRangeException e) {
      // Whoever had the partition before was late with a cut and trimmed behind it.
      for (TopicPartition partition : e.partitions()) {
        sinks.get(partition).discard();
        reopen(partition);
      }
    }
  }

  private void take(ConsumerRecords<byte[], byte[]> records) throws IOException {
    turnEndsNanos = System.nanoTime() + turn.toNanos();
    int taken = 0;
    for (TopicPartition partition : records.partitions()) {
      PartitionSink sink = sinks.get(partition);
      if (sink != null) {
        taken += take(partition, sink, records.records(partition), taken == 0);
      }
    }
    if (!records.isEmpty() || owesPositions) {
      commitPositions();
    }
  }

  /**
   * Takes records until the turn is over. The others are left to the next one: texts that are read
   * from the source make each of them take its time, and who does not poll loses its partitions.
   *
   * @param first whether one is to be taken at least
   * @return how many were taken
   */
  private int take(
      TopicPartition partition,
      PartitionSink sink,
      List<ConsumerRecord<byte[], byte[]>> records,
      boolean first)
      throws IOException {
    long cut = sink.lastCut().number();
    long documents = sink.ordinal();
    int taken = 0;
    try {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (System.nanoTime() - turnEndsNanos >= 0 && !(first && taken == 0)) {
          consumer.seek(partition, record.offset());
          break;
        }
        take(sink, record);
        taken++;
      }
      gauge.add(sink.ordinal() - documents);
    } catch (IOException e) {
      goBack(partition, sink, e);
      return taken;
    }
    if (sink.lastCut().number() > cut) {
      failures.remove(partition);
      trim(partition, sink.lastCut().nextOffset());
    }
    return taken;
  }

  private void take(PartitionSink sink, ConsumerRecord<byte[], byte[]> record) throws IOException {
    long cut = sink.lastCut().number();
    sink.accept(record).forEach(unit -> sealing.seal(unit.unit()));
    boolean hasCut = sink.lastCut().number() > cut;
    if (hasCut && (!sink.lastCut().forgotten().isEmpty() || sink.isOvertaken())) {
      sealing.sealAll();
    }
  }

  /**
   * To the last cut, after a wait, to write the same again.
   *
   * @throws IOException the error itself, when it cannot be mended or was met too often
   */
  private void goBack(TopicPartition partition, PartitionSink sink, IOException error)
      throws IOException {
    IoRetry retry = settings.retry();
    int failed = failures.merge(partition, 1, Integer::sum);
    if (failed > retry.retries() || !IoRetry.canMend(error)) {
      throw error;
    }
    LOG.atWarn()
        .setCause(error)
        .addKeyValue("partition", partition)
        .addKeyValue("attempt", failed)
        .log("I/O error, writing again from the last cut");
    sink.discard();
    LockSupport.parkNanos(retry.backoff().multipliedBy(1L << (failed - 1)).toNanos());
    reopen(partition);
    // If the cut stands, though not known to be durable, its marker does not come again.
    sealing.sealAll();
  }

  private void reopen(TopicPartition partition) throws IOException {
    try {
      sinks.put(
          partition, new Assignment(settings, logs, consumer, schemas).open(partition, texts));
    } catch (CutMismatchException e) {
      throw new KafkaException(e.getMessage(), e);
    }
  }

  /** What is behind the cut is in shards now. If trimming fails, the next cut trims it. */
  private void trim(TopicPartition partition, long offset) {
    trimmer.trim(Map.of(partition, offset));
  }

  /**
   * For lag and back-pressure only: nothing is ever read from here. Ingest waits by these
   * positions, so a commit that failed is repeated, also where no more records come.
   */
  private void commitPositions() {
    owesPositions = false;
    consumer.commitAsync(
        (offsets, error) -> {
          if (error != null) {
            owesPositions = true;
            LOG.atDebug().setCause(error).log("positions not committed");
          }
        });
  }

  /**
   * A static member that comes back is handed its former assignment. Was the group stopped when
   * some had given partitions away, and others had not got them yet, then nobody would ever have
   * them: who would ask for the second step has forgotten the first. So everyone asks once.
   */
  private void askForRebalance() {
    if (asksForRebalance) {
      asksForRebalance = false;
      consumer.enforceRebalance("back, perhaps from the middle of a rebalance");
    }
  }

  private final class Partitions implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      askForRebalance();
      Assignment assignment = new Assignment(settings, logs, consumer, schemas);
      try {
        for (TopicPartition partition : partitions) {
          sinks.put(partition, assignment.open(partition, texts));
        }
        if (!partitions.isEmpty()) {
          // Whoever had them may have been killed between its last cut and what that completed.
          sealing.sealAll();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      } catch (CutMismatchException e) {
        throw new KafkaException(e.getMessage(), e);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      for (TopicPartition partition : partitions) {
        PartitionSink sink = sinks.remove(partition);
        if (sink != null) {
          sink.discard();
        }
      }
    }
  }
}
