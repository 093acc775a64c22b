package dev.sluice.sink;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What the progress topic says of a made-up history: each unit as ingest begins and ends it, in two
 * transactions under its own id, but without rows and markers.
 */
final class HistoryProgress {
  private static final String WRITER = "bench/history";

  private final KafkaConnection connection;
  private final TopicNames topics;
  private final int maxRecordBytes;
  private final ProgressLog log;

  HistoryProgress(KafkaConnection connection, TopicNames topics, int maxRecordBytes) {
    this.connection = connection;
    this.topics = topics;
    this.maxRecordBytes = maxRecordBytes;
    this.log = new ProgressLog(connection, topics.progress());
  }

  /** The files that the output was started with. */
  List<ListedFile> firstFiles() {
    List<ListedFile> files = new ArrayList<>();
    log.read().units().get(0).files().forEach(files::add);
    return files;
  }

  /**
   * Writes what is to be known of a dump.
   *
   * @param files of it, as they are in the input
   * @param logs partitions of all curated topics
   */
  void write(History history, int dump, List<ListedFile> files, int logs) {
    String unit = History.unit(dump).id();
    UnitProgress begun = UnitProgress.none(unit, WRITER);
    UnitProgress ended =
        new UnitProgress(
            unit,
            files.size(),
            0,
            new TreeMap<>(),
            history.ingested(dump, logs).nested(),
            true,
            WRITER);
    try (Producer<byte[], byte[]> producer =
        connection.producer(
            topics.ingestTransaction(unit),
            Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRecordBytes))) {
      producer.initTransactions();
      producer.beginTransaction();
      log.records(new UnitFiles(unit, files)).forEach(producer::send);
      producer.send(log.record(begun));
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(log.record(ended));
      producer.commitTransaction();
    }
  }
}
