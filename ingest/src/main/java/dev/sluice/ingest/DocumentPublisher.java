package dev.sluice.ingest;

import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.Marker;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactional producer of one unit. Each transaction holds documents and the progress that
 * covers them, so a reader sees both or neither. With near-deduplication, each also holds a
 * watermark for every partition, which states the same position. Creating a publisher fences an
 * earlier one of the same unit and aborts its open transaction.
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
                settings.input().maxRecordBytes()));
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

  /** Sends a marker to every partition, after all documents to which the marker refers. */
  void send(Marker marker) {
    begin();
    for (int partition = 0; partition < settings.partitions(); partition++) {
      producer.send(
          new ProducerRecord<>(
              settings.topics().documents(),
              partition,
              new byte[0],
              marker.forPartition(partition).encode()));
    }
  }

  /** Returns whether the open transaction has reached its maximum size or age. */
  boolean isDue() {
    return open
        && (openBytes >= settings.reading().transactionBytes()
            || System.nanoTime() - openedNanos
                >= settings.reading().transactionInterval().toNanos());
  }

  /**
   * Commits the transaction together with the progress that it reaches.
   *
   * @throws KafkaException if any of the transaction's records could not be written; then none of
   *     them is visible
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
   * Returns whether the open transaction is so old that the broker may have aborted it. Compares
   * both clocks, because the monotonic one may stop while a machine sleeps.
   */
  boolean stoodStill() {
    return open
        && (System.nanoTime() - openedNanos >= timeout.toNanos()
            || System.currentTimeMillis() - openedMillis >= timeout.toMillis());
  }

  /**
   * Closes the producer and aborts an open transaction, even on an interrupted thread. Otherwise,
   * readers would have to wait for the transaction's timeout.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      if (open) {
        producer.abortTransaction();
      }
    } catch (KafkaException e) {
      // Fenced or disconnected: the broker aborts the transaction, at the next publisher's start or
      // by timeout.
      LOG.atDebug().setCause(e).log("leaving the transaction for the broker to abort");
    } finally {
      producer.close(ABANDON);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
