package dev.sluice.sink;

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

/** The cut logs of all partitions of all curated topics. Thread-safe. */
public final class CutLogs {
  private final SinkSettings settings;
  private final Map<TopicPartition, CutLog> logs = new LinkedHashMap<>();
  private Manifests manifests;
  private int cuts;

  /** The logs of an output. */
  public CutLogs(SinkSettings settings) {
    this.settings = settings;
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

  /** Packs the records of all partitions; any sink may do it, all make the same packs. */
  void pack(InputLists lists) throws IOException {
    for (CutLog log : logs.values()) {
      log.pack(lists, settings.publication());
    }
  }

  /** What all records say together, as they are now; the same object while there are no others. */
  public Manifests manifests() throws IOException {
    return manifests(CutLog::read);
  }

  /**
   * The same for who looks again and again: cheap however many records there are, but on a network
   * file system it may be late.
   */
  public Manifests glance() throws IOException {
    return manifests(CutLog::glance);
  }

  /** A look at a log. */
  @FunctionalInterface
  private interface Look {
    List<CutRecord> at(CutLog log) throws IOException;
  }

  private synchronized Manifests manifests(Look look) throws IOException {
    List<List<CutRecord>> records = new ArrayList<>();
    for (CutLog log : logs.values()) {
      records.add(look.at(log));
    }
    int read = records.stream().mapToInt(List::size).sum();
    if (manifests == null || read > cuts) {
      manifests = new Manifests(settings.topics().buckets(), settings.content(), records);
      cuts = read;
    }
    return manifests;
  }
}
