package dev.sluice.sink;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.CutRecordMemory;
import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The cut logs of all partitions of an output, and its compactions. Thread-safe. */
public final class CutLogs {
  private final SinkSettings settings;
  private final Map<TopicPartition, CutLog> logs = new LinkedHashMap<>();
  private final CompactionLog compactions;
  private Manifests manifests;
  private int records;

  /** Opens the logs of an output. */
  public CutLogs(SinkSettings settings) {
    this.settings = settings;
    this.compactions = new CompactionLog(settings.layout());
    CutRecordMemory memory = new CutRecordMemory();
    for (String topic : settings.topics().names().curated()) {
      for (int partition = 0; partition < settings.topics().partitions(); partition++) {
        logs.put(
            new TopicPartition(topic, partition),
            new CutLog(settings.layout().cuts(topic, partition), memory));
      }
    }
  }

  /** The log of one partition. */
  CutLog of(TopicPartition partition) {
    return logs.get(partition);
  }

  /** The compactions. */
  CompactionLog compactions() {
    return compactions;
  }

  /**
   * Packs the cut records of all partitions. Any sink may do this: all of them make the same packs.
   */
  void pack(InputLists lists) throws IOException {
    for (CutLog log : logs.values()) {
      log.pack(lists, settings.publication());
    }
  }

  /**
   * The manifests that follow from all cut records and compactions. Returns the same object until
   * there are new records.
   */
  public Manifests manifests() throws IOException {
    return manifests(CompactionLog::read, CutLog::read);
  }

  /**
   * As {@link #manifests}, for callers that poll. Cheap however many records there are, but may
   * miss recent ones on a network file system.
   */
  public Manifests glance() throws IOException {
    return manifests(CompactionLog::glance, CutLog::glance);
  }

  /** Reads the compactions. */
  @FunctionalInterface
  private interface CompactionReader {
    List<Compaction> read(CompactionLog log) throws IOException;
  }

  /** Reads compactions first: the shards that they replace are then among the cut records. */
  private synchronized Manifests manifests(
      CompactionReader compactionReader, CutLog.Reader cutReader) throws IOException {
    List<Compaction> compacted = compactionReader.read(compactions);
    List<List<CutRecord>> cuts = CutLog.all(List.copyOf(logs.values()), cutReader);
    int read = compacted.size() + cuts.stream().mapToInt(List::size).sum();
    if (manifests == null || read > records) {
      manifests =
          new Manifests(
              settings.topics().names().buckets(), settings.output().content(), cuts, compacted);
      records = read;
    }
    return manifests;
  }
}
