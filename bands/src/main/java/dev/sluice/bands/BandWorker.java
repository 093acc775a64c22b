package dev.sluice.bands;

import dev.sluice.bands.BandGauge.WorkerWaits;
import dev.sluice.core.work.WorkerThreads;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.GroupMember;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Watermark;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer thread with a {@link BandPartition} for each band that it is assigned.
 *
 * <pre>
 * assigned --> open at last file --> records ... batch ... batch --> revoked: drop what is in memory
 *                   ^                              |
 *                   +--- I/O error, or another ----+
 *                        worker was faster
 * </pre>
 *
 * <p>What is in memory is never needed: the next owner continues after the last file. A worker that
 * was suspended and still believes that it has a band may publish true batches, or finds that the
 * next one is there, and continues after it.
 */
final class BandWorker implements WorkerThreads.Worker {
  private static final Logger LOG = LoggerFactory.getLogger(BandWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int PARTITION_FETCH_BYTES = 1 << 20;
  private static final int POLLED_RECORDS = 2_000;
  private static final byte[] NO_BYTES = {};

  /** So often in a row another worker may be faster. */
  private static final int OVERTAKEN = 100;

  private final BandSettings settings;
  private final WriterSchemas schemas;
  private final KnownUnits units;
  private final RecordTrimmer trimmer;
  private final BandGauge gauge;
  private final WorkerWaits own;
  private final GroupMember member;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, BandPartition> bands = new LinkedHashMap<>();
  private final IoRetry.PartitionRetries<TopicPartition> retries;
  private final Map<TopicPartition, Integer> overtaken = new HashMap<>();
  private final Duration turn;
  private long polledNanos;
  private volatile boolean stopping;

  BandWorker(
      KafkaConnection connection,
      BandSettings settings,
      WriterSchemas schemas,
      KnownUnits units,
      RecordTrimmer trimmer,
      BandGauge gauge,
      Duration turn,
      int number) {
    this.settings = settings;
    this.retries =
        new IoRetry.PartitionRetries<>(
            settings.retry(), "I/O error, continuing after the last file");
    this.schemas = schemas;
    this.units = units;
    this.trimmer = trimmer;
    this.gauge = gauge;
    this.own = gauge.worker();
    this.member = member(connection, settings, number);
    this.consumer = member.consumer();
    this.turn = turn;
  }

  private static GroupMember member(KafkaConnection connection, BandSettings settings, int number) {
    return new GroupMember(
        connection,
        settings.names().bandsGroup(),
        settings.instanceId() + "-" + number,
        settings.fetchBytes(),
        PARTITION_FETCH_BYTES,
        Map.of(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_RECORDS));
  }

  @Override
  public void stop() {
    stopping = true;
    consumer.wakeup();
  }

  @Override
  public void run() {
    try {
      consumer.subscribe(List.of(settings.names().bands()), new Partitions());
      own.waits().begin(BandWait.KEYS);
      while (!stopping) {
        poll();
      }
    } catch (WakeupException e) {
      LOG.debug("stopping");
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } finally {
      member.close();
    }
  }

  private void poll() throws IOException {
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      polledNanos = System.nanoTime();
      if (!records.isEmpty()) {
        own.waits().end();
      }
      for (TopicPartition partition : records.partitions()) {
        accept(partition, records.records(partition));
      }
      boolean decided = process();
      if (decided || !records.isEmpty() || member.isCommitPending()) {
        commitOffsets();
      }
      if (!decided && records.isEmpty()) {
        own.waits().begin(BandWait.KEYS);
      }
      own.setLag(
          bands.keySet().stream()
              .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
              .sum());
    } catch (OffsetOutOfRangeException e) {
      // The former owner made a late batch and then deleted the records before it.
      for (TopicPartition partition : e.partitions()) {
        open(partition);
      }
    }
  }

  /** Takes the records of a partition, up to an error after which it must be read again. */
  private void accept(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records)
      throws IOException {
    BandPartition band = bands.get(partition);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      boolean due = false;
      try {
        due = accept(band, record);
      } catch (MalformedRecordException e) {
        skip(band, record, e.getMessage());
      }
      if (due && !(process(partition, band) && bands.get(partition) == band)) {
        return;
      }
    }
  }

  private boolean accept(BandPartition band, ConsumerRecord<byte[], byte[]> record)
      throws MalformedRecordException {
    byte[] value = schemas.current(record.value() == null ? NO_BYTES : record.value());
    if (BandBlock.matches(value)) {
      BandBlock block = BandBlock.parse(value);
      if (!PendingKeys.canHold(block, settings.sketchBytes())) {
        throw new MalformedRecordException("a block of a file or of rows that there cannot be");
      }
      requireUnit(block.unit());
      band.accept(record.offset(), block);
      return false;
    }
    if (Watermark.matches(value)) {
      Watermark watermark = Watermark.parse(value);
      requirePartition(watermark.partition());
      requireUnit(watermark.unit());
      band.accept(record.offset(), watermark);
      return false;
    }
    if (Forget.matches(value)) {
      Forget forget = Forget.parse(value);
      requirePartition(forget.partition());
      return band.accept(record.offset(), forget);
    }
    throw new MalformedRecordException("neither keys nor a watermark nor a forget record");
  }

  private void requirePartition(int partition) throws MalformedRecordException {
    if (partition < 0 || partition >= settings.partitions()) {
      throw new MalformedRecordException(
          "of partition %d of %d".formatted(partition, settings.partitions()));
    }
  }

  /** A unit that no process reads never ends, and later units would wait for it. */
  private void requireUnit(String unit) throws MalformedRecordException {
    if (!units.has(unit, polledNanos)) {
      throw new MalformedRecordException(
          "of the unit %s, which ingest has not begun".formatted(unit));
    }
  }

  /**
   * Skips a record that the topology did not write, so no key is lost. Stopping instead would be
   * permanent, because the record would be read again at every start.
   */
  private void skip(BandPartition band, ConsumerRecord<byte[], byte[]> record, String reason) {
    band.skip(record.offset());
    gauge.skip();
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason)
        .log("skipped a record that is not of near-deduplication");
  }

  /**
   * Makes the batches that are due, until the turn is over. The bands that are left out are first
   * in the next one; until then, no more of them is read.
   *
   * @return whether any was made
   */
  private boolean process() throws IOException {
    long began = System.nanoTime();
    long share = settings.share(bands.size());
    boolean decided = false;
    Set<TopicPartition> waiting = new HashSet<>();
    for (TopicPartition partition : List.copyOf(bands.keySet())) {
      BandPartition band = bands.get(partition);
      if (!band.isDue(System.nanoTime(), share)) {
        band.makeRoom(share);
      } else if (System.nanoTime() - began < turn.toNanos()) {
        own.waits().end();
        decided |= process(partition, band);
        bands.put(partition, bands.remove(partition)); // the last of the next turn
      } else {
        waiting.add(partition);
      }
      publish(partition);
    }
    consumer.resume(bands.keySet());
    consumer.pause(waiting);
    return decided;
  }

  /**
   * Makes a batch. Opens the band again if that fails, or it must be read again.
   *
   * @return whether it was made
   */
  private boolean process(TopicPartition partition, BandPartition band) throws IOException {
    try {
      gauge.add(band.process());
      retries.succeeded(partition);
      overtaken.remove(partition);
      // If this fails, the next batch tries again.
      trimmer.trim(Map.of(partition, band.nextOffset()));
      if (band.mustReadAgain()) {
        open(partition);
      }
      return true;
    } catch (OvertakenException | NoSuchFileException e) {
      // it was merged by another worker, or is the same batch with other keys
      goAfter(partition, e);
    } catch (IOException e) {
      goBack(partition, e);
    }
    return false;
  }

  private void goAfter(TopicPartition partition, Exception error) throws IOException {
    int times = overtaken.merge(partition, 1, Integer::sum);
    if (times > OVERTAKEN) {
      throw new IOException(
          "another worker writes %s all the time: %s".formatted(partition, error.getMessage()),
          error);
    }
    LOG.atInfo()
        .addKeyValue("partition", partition)
        .addKeyValue("reason", error.getMessage())
        .log("another worker was faster, continuing after it");
    open(partition);
  }

  /**
   * Goes back to the last file after a pause, to make the same batch again.
   *
   * @throws IOException the error itself, if retrying cannot help or the retries are used up
   */
  private void goBack(TopicPartition partition, IOException error) throws IOException {
    pause(partition, error);
    open(partition);
  }

  private void pause(TopicPartition partition, IOException error) throws IOException {
    Duration pause = retries.failed(partition, error);
    own.waits().begin(BandWait.RETRY);
    LockSupport.parkNanos(pause.toNanos());
    own.waits().end();
  }

  /**
   * Opens a band after its last file, if need be after some pauses.
   *
   * @throws IOException the last error, if retrying cannot help or the retries are used up
   */
  private void open(TopicPartition partition) throws IOException {
    bands.remove(partition); // free its memory first
    while (!bands.containsKey(partition)) {
      try {
        bands.put(partition, new BandAssignment(settings, consumer).open(partition));
      } catch (FilesMismatchException e) {
        throw new KafkaException(e.getMessage(), e);
      } catch (IOException e) {
        pause(partition, e);
      }
    }
    publish(partition);
  }

  private void publish(TopicPartition partition) {
    BandPartition band = bands.get(partition);
    gauge.set(partition.partition(), band.stored(), band.pendingBytes());
  }

  private void commitOffsets() {
    member.commit(
        bands.keySet().stream().collect(Collectors.toMap(Function.identity(), consumer::position)));
  }

  private final class Partitions implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      member.requestRebalance();
      try {
        for (TopicPartition partition : partitions) {
          open(partition);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      for (TopicPartition partition : partitions) {
        gauge.close(partition.partition());
        bands.remove(partition);
      }
    }
  }
}
