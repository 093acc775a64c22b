package dev.sluice.ingest;

import dev.sluice.ingest.decode.EncodedBatch;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.EndOfUnit;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactional producer of one unit. Rows and the progress that speaks of them are in one
 * transaction, so that a reader of both never sees one without the other. Making a publisher for a
 * unit fences the one that was there before and ends its transaction.
 */
final class DocumentPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentPublisher.class);
  private static final int BATCH_BYTES = 512 << 10;
  private static final int LINGER_MS = 100;
  private static final Duration ABANDON = Duration.ZERO;

  private final IngestSettings settings;
  private final ProgressLog progressLog;
  private final Producer<byte[], byte[]> producer;
  private final Duration timeout;
  private boolean open;
  private long openBytes;
  private long openedNanos;
  private long openedMillis;

  DocumentPublisher(
      KafkaConnection connection, IngestSettings settings, ProgressLog progressLog, String unit) {
    this.settings = settings;
    this.progressLog = progressLog;
    this.timeout = connection.transactionTimeout();
    this.producer =
        connection.producer(
            settings.topics().ingestTransaction(unit),
            Map.of(
                ProducerConfig.BATCH_SIZE_CONFIG,
                BATCH_BYTES,
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MS,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                settings.producerBytes(),
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                settings.maxRecordBytes()));
    try {
      producer.initTransactions();
    } catch (RuntimeException e) {
      producer.close(ABANDON);
      throw e;
    }
  }

  void send(UnitFiles files) {
    begin();
    progressLog.records(files).forEach(producer::send);
  }

  void send(EncodedBatch batch) {
    begin();
    for (ProducerRecord<byte[], byte[]> record : batch.records()) {
      producer.send(record);
    }
    openBytes += batch.bytes();
  }

  /** The marker, to every partition by number: a key would land anywhere. */
  void send(EndOfUnit marker) {
    begin();
    for (int partition = 0; partition < settings.partitions(); partition++) {
      byte[] value = marker.forPartition(partition).encode();
      producer.send(
          new ProducerRecord<>(settings.topics().documents(), partition, new byte[0], value));
    }
  }

  /** Whether the open transaction is as large or as old as it may be. */
  boolean isDue() {
    return open
        && (openBytes >= settings.transactionBytes()
            || System.nanoTime() - openedNanos >= settings.transactionInterval().toNanos());
  }

  /**
   * Ends the transaction with the progress that is reached by it.
   *
   * @throws KafkaException when any record of it could not be written: nothing of it is visible
   */
  void commit(UnitProgress progress) {
    begin();
    producer.send(progressLog.record(progress));
    producer.commitTransaction();
    open = false;
    openBytes = 0;
  }

  private void begin() {
    if (!open) {
      producer.beginTransaction();
      open = true;
      openedNanos = System.nanoTime();
      openedMillis = System.currentTimeMillis();
    }
  }

  /**
   * Whether the open transaction is so old that the broker may have ended it by itself. Asks both
   * clocks: one of them may stand still while a machine sleeps.
   */
  boolean stoodStill() {
    return open
        && (System.nanoTime() - openedNanos >= timeout.toNanos()
            || System.currentTimeMillis() - openedMillis >= timeout.toMillis());
  }

  /**
   * Leaves; an open transaction is aborted, also on a thread that was interrupted: readers of what
   * was committed would have to wait for its timeout otherwise.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      if (open) {
        producer.abortTransaction();
      }
    } catch (KafkaException e) {
      // Fenced or cut off: the broker aborts it, at the next publisher's start or by its timeout.
      LOG.atDebug().setCause(e).log("transaction left to the broker");
    } finally {
      producer.close(ABANDON);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
