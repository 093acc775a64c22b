package dev.sluice.sink;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.CutRecordMemory;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** The cut logs of all partitions of an output, its compactions and take-downs. Thread-safe. */
public final class CutLogs {
  private final TopicNames names;
  private final SortedMap<String, String> content;
  private final Map<TopicPartition, CutLog> logs = new LinkedHashMap<>();
  private final CompactionLog compactions;
  private final Blocklists blocklists;
  private Manifests manifests;
  private int records;

  /** Opens the logs of the output that a sink writes. */
  public CutLogs(SinkSettings settings) {
    this(
        settings.layout(),
        settings.topics().names(),
        settings.topics().partitions(),
        settings.output().content());
  }

  /**
   * Opens the logs of an output.
   *
   * @param content the configuration that decides its content
   */
  public CutLogs(
      OutputLayout layout, TopicNames names, int partitions, SortedMap<String, String> content) {
    this.names = names;
    this.content = content;
    this.compactions = new CompactionLog(layout);
    this.blocklists = new Blocklists(layout);
    CutRecordMemory memory = new CutRecordMemory();
    for (String topic : names.curated()) {
      for (int partition = 0; partition < partitions; partition++) {
        logs.put(
            new TopicPartition(topic, partition),
            new CutLog(layout.cuts(topic, partition), memory));
      }
    }
  }

  /** Returns the log of one partition. */
  CutLog of(TopicPartition partition) {
    return logs.get(partition);
  }

  /** Returns the cut records of all partitions. */
  Map<TopicPartition, List<CutRecord>> cuts() throws IOException {
    List<List<CutRecord>> records = CutLog.all(List.copyOf(logs.values()), CutLog::read);
    Map<TopicPartition, List<CutRecord>> cuts = new LinkedHashMap<>();
    logs.keySet().forEach(partition -> cuts.put(partition, records.get(cuts.size())));
    return cuts;
  }

  /** Returns the compactions. */
  CompactionLog compactions() {
    return compactions;
  }

  /** Returns the take-downs. */
  public Blocklists blocklists() {
    return blocklists;
  }

  /**
   * Packs the cut records of all partitions. Any sink may do this, because all sinks make the same
   * packs.
   */
  void pack(Publication publication) throws IOException {
    for (CutLog log : logs.values()) {
      log.pack(publication);
    }
  }

  /**
   * Returns the manifests that follow from all cut records and compactions. Returns the same object
   * until there are new records.
   */
  public Manifests manifests() throws IOException {
    return manifests(CompactionLog::read, CutLog::read);
  }

  /**
   * Returns the manifests without listing directories. Callers that poll use this. This is cheap
   * even with many records, but may miss recent ones on a network file system.
   */
  public Manifests glance() throws IOException {
    return manifests(CompactionLog::glance, CutLog::glance);
  }

  /**
   * Returns the manifests as they were last read. No file is read. Reads files only if no manifests
   * have been read yet.
   */
  public synchronized Manifests known() throws IOException {
    return manifests == null ? manifests() : manifests;
  }

  /** Creates a wait until these units have ended or were forgotten in every partition. */
  public Wait untilEnded(Set<String> units) {
    return new Wait(units, CutLogs::settled);
  }

  private static Stream<String> settled(CutRecord record) {
    return Stream.concat(
        record.ended().stream().map(EndedUnit::unit),
        record.forgotten().stream().flatMap(reset -> reset.unitIds().stream()));
  }

  /** Creates a wait until a reset has arrived in every partition. */
  public Wait untilForgotten(String reset) {
    return new Wait(Set.of(reset), record -> record.forgotten().stream().map(ForgottenDump::reset));
  }

  /**
   * A wait until records have arrived in every partition. While records are missing, a look checks
   * for a single file, whatever the number of partitions: the next record of the first incomplete
   * partition. Once that partition is complete, all others are checked. Not thread-safe.
   */
  public final class Wait {
    private final Function<CutRecord, Stream<String>> found;
    private final List<Missing> behind = new ArrayList<>();

    private Wait(Set<String> wanted, Function<CutRecord, Stream<String>> found) {
      this.found = found;
      if (!wanted.isEmpty()) {
        logs.values().forEach(log -> behind.add(new Missing(log, wanted)));
      }
    }

    /** Returns whether the records have arrived in every partition. It does not wait. */
    public boolean isOver() throws IOException {
      if (!behind.isEmpty() && look(behind.subList(0, 1))) {
        look(behind);
      }
      return behind.isEmpty();
    }

    /** Reads the logs of these partitions, and drops the partitions whose records have arrived. */
    private boolean look(List<Missing> some) throws IOException {
      List<Missing> asked = List.copyOf(some);
      List<List<CutRecord>> records =
          CutLog.all(asked.stream().map(each -> each.log).toList(), CutLog::glance);
      for (int i = 0; i < asked.size(); i++) {
        asked.get(i).find(records.get(i), found);
      }
      return behind.removeIf(each -> each.wanted.isEmpty());
    }
  }

  /** The units or resets that a partition has not recorded yet. */
  private static final class Missing {
    private final CutLog log;
    private final Set<String> wanted;
    private int seen;

    Missing(CutLog log, Set<String> wanted) {
      this.log = log;
      this.wanted = new HashSet<>(wanted);
    }

    void find(List<CutRecord> records, Function<CutRecord, Stream<String>> found) {
      records.subList(seen, records.size()).stream().flatMap(found).forEach(wanted::remove);
      seen = records.size();
    }
  }

  /** Reads the compactions. */
  @FunctionalInterface
  private interface CompactionReader {
    List<Compaction> read(CompactionLog log) throws IOException;
  }

  /** Reads compactions first, so that the shards that they replace are among the cut records. */
  private synchronized Manifests manifests(
      CompactionReader compactionReader, CutLog.Reader cutReader) throws IOException {
    List<Compaction> compacted = compactionReader.read(compactions);
    List<List<CutRecord>> cuts = CutLog.all(List.copyOf(logs.values()), cutReader);
    int read = compacted.size() + cuts.stream().mapToInt(List::size).sum();
    if (manifests == null || read > records) {
      manifests = new Manifests(names.buckets(), content, cuts, compacted);
      records = read;
    }
    return manifests;
  }
}
