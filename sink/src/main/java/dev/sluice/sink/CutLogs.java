package dev.sluice.sink;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.CutRecordMemory;
import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * The cut logs of all partitions of all curated topics, and the compactions of what they list.
 * Thread-safe.
 */
public final class CutLogs {
  private final SinkSettings settings;
  private final Map<TopicPartition, CutLog> logs = new LinkedHashMap<>();
  private final CompactionLog compactions;
  private Manifests manifests;
  private int records;

  /** The logs of an output. */
  public CutLogs(SinkSettings settings) {
    this.settings = settings;
    this.compactions = new CompactionLog(settings.layout());
    CutRecordMemory memory = new CutRecordMemory();
    for (String topic : settings.topics().curated()) {
      for (int partition = 0; partition < settings.partitions(); partition++) {
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

  /** Packs the records of all partitions; any sink may do it, all make the same packs. */
  void pack(InputLists lists) throws IOException {
    for (CutLog log : logs.values()) {
      log.pack(lists, settings.publication());
    }
  }

  /** What all records say together, as they are now; the same object while there are no others. */
  public Manifests manifests() throws IOException {
    return manifests(CompactionLog::read, CutLog::read);
  }

  /**
   * The same for who looks again and again: cheap however many records there are, but on a network
   * file system it may be late.
   */
  public Manifests glance() throws IOException {
    return manifests(CompactionLog::glance, CutLog::glance);
  }

  /** A look at a log. */
  @FunctionalInterface
  private interface Look<L, R> {
    List<R> at(L log) throws IOException;
  }

  /** Compactions first: what they replace is then among the cut records. */
  private synchronized Manifests manifests(
      Look<CompactionLog, Compaction> lookAtCompactions, Look<CutLog, CutRecord> lookAtCuts)
      throws IOException {
    List<Compaction> compacted = lookAtCompactions.at(compactions);
    List<List<CutRecord>> cuts = new ArrayList<>();
    for (CutLog log : logs.values()) {
      cuts.add(lookAtCuts.at(log));
    }
    int read = compacted.size() + cuts.stream().mapToInt(List::size).sum();
    if (manifests == null || read > records) {
      manifests = new Manifests(settings.topics().buckets(), settings.content(), cuts, compacted);
      records = read;
    }
    return manifests;
  }
}
