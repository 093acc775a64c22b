package dev.sluice.matcher;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.core.work.WorkerThreads;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.GroupMember;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
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
 * A consumer thread. It has a {@link SignatureQueue} while the only partition is assigned to it.
 *
 * <pre>
 * assigned --> open at last file --> records ... batch ... batch --> revoked: drop what is in memory
 *                   ^                              |
 *                   +--- I/O error, or another ----+
 *                        matcher was faster
 * </pre>
 *
 * <p>What is in memory is never needed: the next owner continues after the last file. A matcher
 * that was suspended and still believes that it is active may publish true batches, or finds that
 * the next one exists, and continues after it.
 */
final class MatcherWorker implements WorkerThreads.Worker {
  private static final Logger LOG = LoggerFactory.getLogger(MatcherWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int POLLED_RECORDS = 2_000;
  private static final byte[] NO_BYTES = {};

  /**
   * More than a batch, the evidence of a unit, and all merges of its files take, during which the
   * consumer does not poll. That a process is gone shows in its heartbeats. No longer, because so
   * long a member may wait in a rebalance if the network fails.
   */
  private static final Duration LONGEST_STEP = Duration.ofHours(2);

  /** So often in a row another matcher may be faster. */
  private static final int OVERTAKEN = 100;

  private final MatcherSettings settings;
  private final WriterSchemas schemas;
  private final KnownUnits units;
  private final RecordTrimmer trimmer;
  private final MatcherGauge gauge;
  private final GroupMember member;
  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final IoRetry.PartitionRetries<TopicPartition> retries;
  private final WorkerPool pool;
  private final Set<String> told = new HashSet<>();
  private int overtaken;
  private long polledNanos;
  private volatile boolean stopping;

  /** Null while another matcher is active. */
  private SignatureQueue queue;

  MatcherWorker(
      KafkaConnection connection,
      MatcherSettings settings,
      WriterSchemas schemas,
      KnownUnits units,
      RecordTrimmer trimmer,
      MatcherGauge gauge) {
    this.settings = settings;
    this.retries =
        new IoRetry.PartitionRetries<>(
            settings.retry(), "I/O error; continuing after the last file");
    this.schemas = schemas;
    this.units = units;
    this.trimmer = trimmer;
    this.gauge = gauge;
    this.member = member(connection, settings);
    this.consumer = member.consumer();
    this.partition = new TopicPartition(settings.names().signatures(), 0);
    this.pool = new WorkerPool("matcher-keys", settings.threads());
  }

  private static GroupMember member(KafkaConnection connection, MatcherSettings settings) {
    return new GroupMember(
        connection,
        settings.names().matcherGroup(),
        settings.instanceId() + "-matcher",
        settings.fetchBytes(),
        settings.fetchBytes(),
        Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            POLLED_RECORDS,
            ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
            (int) LONGEST_STEP.toMillis()));
  }

  @Override
  public void stop() {
    stopping = true;
    retries.stop();
    consumer.wakeup();
  }

  @Override
  public void run() {
    try (pool;
        member) {
      consumer.subscribe(List.of(settings.names().signatures()), new Assignment());
      gauge.waits().begin(MatcherWait.SIGNATURES);
      while (!stopping) {
        poll();
      }
    } catch (WakeupException e) {
      LOG.debug("stopping");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } finally {
      closeQueue();
    }
  }

  private void poll() throws IOException, InterruptedException {
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      polledNanos = System.nanoTime();
      if (queue != null) {
        accept(records);
      }
    } catch (OffsetOutOfRangeException e) {
      // The former owner made a late batch and then deleted the records before it.
      open();
    } catch (UncheckedIOException e) {
      goBack(e.getCause());
    } catch (IOException e) {
      goBack(e);
    }
  }

  private void accept(ConsumerRecords<byte[], byte[]> records)
      throws IOException, InterruptedException {
    if (!records.isEmpty()) {
      gauge.waits().end();
    }
    boolean decided = accept(records.records(partition));
    decided |= process(false);
    gauge.show(queue, consumer.currentLag(partition).orElse(0));
    if (decided || !records.isEmpty() || member.isCommitPending()) {
      member.commit(Map.of(partition, consumer.position(partition)));
    }
    if (queue.stop().isPresent()) {
      gauge.waits().begin(MatcherWait.DECISION);
    } else if (!decided && records.isEmpty()) {
      gauge.waits().begin(MatcherWait.SIGNATURES);
    }
    queue.waitingReset(System.nanoTime()).ifPresent(this::tell);
  }

  /**
   * Takes records, up to a moment after which they must be read again.
   *
   * @return whether a batch was made
   */
  private boolean accept(List<ConsumerRecord<byte[], byte[]>> records)
      throws IOException, InterruptedException {
    boolean decided = false;
    SignatureQueue current = queue;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      boolean due = false;
      try {
        due = accept(record);
      } catch (MalformedRecordException e) {
        skip(record, e.getMessage());
      }
      if (due || current.isFull()) {
        decided |= process(due);
        if (queue != current) {
          return decided;
        }
      }
    }
    return decided;
  }

  private boolean accept(ConsumerRecord<byte[], byte[]> record)
      throws IOException, MalformedRecordException {
    byte[] value = schemas.current(record.value() == null ? NO_BYTES : record.value());
    if (SignatureBlock.matches(value)) {
      SignatureBlock block = SignatureBlock.parse(value);
      requireUnit(block.unit());
      queue.accept(record.offset(), block);
      return false;
    }
    if (Watermark.matches(value)) {
      Watermark watermark = Watermark.parse(value);
      requirePartition(watermark.partition());
      requireUnit(watermark.unit());
      queue.accept(record.offset(), watermark);
      return false;
    }
    if (Forget.matches(value)) {
      Forget forget = Forget.parse(value);
      requirePartition(forget.partition());
      return queue.accept(record.offset(), forget);
    }
    throw new MalformedRecordException(
        "the record has neither signatures nor a watermark nor a forget record");
  }

  private void requirePartition(int of) throws MalformedRecordException {
    if (of < 0 || of >= settings.partitions()) {
      throw new MalformedRecordException(
          "of partition %d of %d".formatted(of, settings.partitions()));
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
   * Skips a record that the topology did not write, so no document is missed. Stopping instead
   * would be permanent, because the record would be read again at every start.
   */
  private void skip(ConsumerRecord<byte[], byte[]> record, String reason) {
    queue.advance(record.offset());
    gauge.skip();
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("partition", record.partition())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason)
        .log("skipped a record that does not belong to near-deduplication");
  }

  /**
   * Makes a batch if one is due, or else room for more signatures. Opens the queue again if it must
   * be read again.
   *
   * @return whether a batch was made
   */
  private boolean process(boolean atOnce) throws IOException, InterruptedException {
    if (!atOnce && !queue.isDue(System.nanoTime())) {
      queue.makeRoom();
      return false;
    }
    gauge.waits().end();
    gauge.add(queue.process());
    queue.stop().ifPresent(this::tell);
    retries.succeeded(partition);
    overtaken = 0;
    // If this fails, the next batch tries again.
    trimmer.trim(Map.of(partition, queue.nextOffset()));
    if (queue.mustReadAgain()) {
      open();
    }
    return true;
  }

  private void tell(GuardStop stop) {
    if (!settings.waits()) {
      throw new UnitStoppedException(stop.message(), settings.output());
    }
    String text = "near-deduplication waits for a decision: " + stop.message();
    tell(new SignatureQueue.Notice(text, text, settings.decide()));
  }

  /** Logs a message for the user. It is logged once, however often the queue opens. */
  private void tell(SignatureQueue.Notice notice) {
    if (told.add(notice.subject())) {
      LOG.atWarn().addKeyValue("wayOut", notice.wayOut()).log(notice.text());
    }
  }

  /**
   * Opens the queue again after an error: after a pause, or at once if another matcher was faster
   * and has published the same batch with other documents, or merged files.
   *
   * @throws IOException the error, if retrying cannot help or the retries are used up
   */
  private void goBack(IOException error) throws IOException {
    if (!(error instanceof FileAlreadyExistsException || error instanceof NoSuchFileException)) {
      pause(error);
    } else if (isOfSignatures((FileSystemException) error)) {
      countOvertaken(error);
    } else {
      pause(new IOException(IoMessage.of(error), error)); // the user may mend it
    }
    open();
  }

  /** Whether only files of signatures are concerned, which other matchers publish and delete. */
  private boolean isOfSignatures(FileSystemException error) {
    String below = settings.root() + "/";
    return Stream.of(error.getFile(), error.getOtherFile())
        .filter(Objects::nonNull)
        .allMatch(file -> file.startsWith(below));
  }

  private void countOvertaken(IOException error) throws IOException {
    overtaken++;
    if (overtaken > OVERTAKEN) {
      throw new IOException(
          "another matcher writes to %s all the time: %s"
              .formatted(settings.root(), error.getMessage()),
          error);
    }
    LOG.atInfo()
        .addKeyValue("reason", error.getMessage())
        .log("another matcher was faster, continuing after it");
  }

  private void pause(IOException error) throws IOException {
    gauge.waits().begin(MatcherWait.RETRY);
    if (!retries.pause(partition, error)) {
      throw new WakeupException();
    }
    gauge.waits().end();
  }

  /**
   * Opens the queue after the last file, if need be after some pauses.
   *
   * @throws IOException the last error, if retrying cannot help or the retries are used up
   */
  private void open() throws IOException {
    boolean opened = false;
    while (!opened) {
      closeQueue(); // free its memory first
      try {
        openAtFiles();
        opened = true;
      } catch (FilesMismatchException e) {
        throw new KafkaException(e.getMessage(), e);
      } catch (UncheckedIOException e) {
        pause(e.getCause());
      } catch (IOException e) {
        pause(e);
      }
    }
    gauge.show(queue, gauge.lag());
  }

  /**
   * Opens the queue and seeks the consumer to where the files end, after checking that the broker
   * still has the records that follow. Offsets that the group committed are ignored. After an
   * exception, the queue may be open and must be closed.
   */
  private void openAtFiles() throws IOException, FilesMismatchException {
    // The former owner may still publish and then delete records. Begin, files, end, in this order:
    // records before the begin offset are in files, and files end at or before the end offset.
    long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    queue = SignatureDirectory.whileReplaced(() -> SignatureQueue.open(settings, pool));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    FilesMismatchException.requireRecords(
        partition,
        begin,
        end,
        queue.nextOffset(),
        "the files of signatures continue",
        "records were deleted before a file contained them. Restore %s, or start a new output with a new topic prefix"
            .formatted(settings.root()));
    consumer.seek(partition, queue.nextOffset());
  }

  private void closeQueue() {
    SignatureQueue closed = queue;
    queue = null;
    try {
      if (closed != null) {
        closed.close();
      }
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("cannot close the temporary files of waiting signatures");
    }
  }

  private final class Assignment implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      member.requestRebalance();
      try {
        if (partitions.contains(partition)) {
          open();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      if (partitions.contains(partition)) {
        closeQueue();
        gauge.standBy();
      }
    }
  }
}
