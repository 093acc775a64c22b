package dev.sluice.app.memory;

import dev.sluice.app.memory.MemoryPlan.Part;
import dev.sluice.core.values.ByteSize;
import dev.sluice.operators.OperatorRule;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.bands.RemovedRows;
import dev.sluice.storage.page.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The parts of a process's memory, in bytes. The constants were measured: see
 * docs/explanation/memory-and-disk.md.
 */
final class MemoryParts {
  private static final long MIB = 1L << 20;

  private static final long PROGRAM_BYTES = 64 * MIB;
  private static final long BROKER_BYTES = 48 * MIB;
  private static final long WORKER_BYTES = 16 * MIB; // pages and rows of a row group being decoded

  /**
   * Measured, in MiB: classes 75, code 20, symbols 16, the shared archive 12, threads 11. The rest
   * is for smaller parts, and for memory freed by RocksDB and zstd that the allocator keeps.
   */
  private static final long JVM_BYTES = 176 * MIB;

  /** Two memory-mapped indexes of 256 KiB for the active segment of each log. */
  private static final long LOG_INDEX_BYTES = MIB / 2;

  /** Logs of offsets, transactions, progress and the cluster's metadata. */
  private static final int OTHER_LOGS = 8;

  /** Topics besides documents and buckets: rejects, two changelogs, and one in reserve. */
  private static final int OTHER_TOPICS = 4;

  /** Threads of the broker that copy complete requests or batches through native memory. */
  private static final int BROKER_THREADS = 5;

  /** The compression context of a page. */
  private static final long COMPRESSION_BYTES = 8 * MIB;

  /**
   * Bytes of heap per byte of a text for the text and the results that operators share. Measured
   * with all operators on texts of one-letter words and one-letter lines, the worst case.
   */
  private static final int OPERATOR_FACTOR = 72;

  /** Pages of a few row groups of sources, which several partitions refer to. */
  private static final long MIN_SOURCE_BYTES = 16 * MIB;

  /** Of objects: footers, and small files whole. */
  private static final long OBJECT_ENDS_BYTES = 8 * MIB;

  /** Keys of documents that wait for their batch. With less, former keys are read more often. */
  private static final long MIN_BATCH_BYTES = 16 * MIB;

  /** The part of what is left over that a process of bands alone takes for a batch: 3 of 4. */
  private static final int ALONE = 4;

  /** Of the files of former keys that a batch is compared with: a buffer each. */
  private static final long FORMER_KEYS_BYTES = 8 * MIB;

  /** With less, RocksDB has memtables but no block cache. */
  private static final long MIN_STATE_BYTES = 16 * MIB;

  private final SluiceConfig config;
  private final OutputHistory history;
  private final long memory;
  private final Set<Role> roles;
  private final int partitions;
  private final int buckets;
  private final int workers;
  private final int streamThreads;
  private final int sinkThreads;
  private final int bands;
  private final int bandThreads;
  private final long record;

  /**
   * @param memory memory of the process; need not be the configured one
   */
  MemoryParts(
      SluiceConfig config,
      long memory,
      int partitions,
      Set<Role> roles,
      Machine machine,
      OutputHistory history) {
    this.config = config;
    this.history = history;
    this.memory = memory;
    this.roles = roles;
    this.partitions = partitions;
    this.buckets = config.rules().buckets().all().size();
    this.workers = roles.contains(Role.INGEST) ? config.ingestWorkers(machine) : 0;
    this.streamThreads =
        roles.contains(Role.STREAMS) ? config.streamThreads(partitions, machine) : 0;
    this.sinkThreads = roles.contains(Role.SINK) ? config.sink().threads() : 0;
    this.bands = config.bands();
    this.bandThreads = config.bandThreads(roles, machine);
    this.record = config.maxRecordBytes();
  }

  /** 1/64 of the memory, but 1 to 16 MiB. */
  int fetchBytes() {
    return Math.toIntExact(clamp(memory / 64, MIB, 16 * MIB));
  }

  /** 1/32 of the memory, but 4 to 32 MiB, and at least two of the largest records. */
  long producerBytes() {
    return Math.max(2 * record, clamp(memory / 32, 4 * MIB, 32 * MIB));
  }

  /** What the workers need plus half of the spare heap, up to 1/8 of the memory. */
  long decodeBytes(long spare) {
    return Math.min(
        Math.max(memory / 8, workers * WORKER_BYTES), workers * WORKER_BYTES + spare / 2);
  }

  /** What the pages need at least plus an eighth of the spare heap, up to 1/32 of the memory. */
  long sourceBytes(long spare) {
    long least = readsSources() ? MIN_SOURCE_BYTES : 0;
    return Math.min(Math.max(memory / 32, least), least + spare / 8);
  }

  /** A quarter of the spare heap, up to 1/16 of the memory. */
  long handOverBytes(long spare) {
    return workers > 0 && readsSources() ? Math.min(memory / 16, spare / 4) : 0;
  }

  /**
   * The least and an eighth of the spare heap, as other roles take the rest of it; a process of
   * bands alone has most of it. 0 without near-deduplication.
   */
  long batchBytes(long spare) {
    long share = roles.size() == 1 ? spare / ALONE * (ALONE - 1) : spare / 8;
    return bandThreads > 0 ? MIN_BATCH_BYTES + share : 0;
  }

  private boolean readsObjects() {
    return config.input().path().filter(path -> !SourceFile.isLocal(path)).isPresent();
  }

  private boolean readsSources() {
    return sinkThreads > 0 && config.leavesTexts();
  }

  /** The minimum and all spare memory outside of the heap. */
  long stateBytes(long spare) {
    return MIN_STATE_BYTES + spare;
  }

  private static long clamp(long value, long min, long max) {
    return Math.max(min, Math.min(max, value));
  }

  private boolean hasBroker() {
    return roles.contains(Role.BROKER) && config.kafka().isEmbedded();
  }

  /** A consumer holds one fetch, or one larger record. */
  private long consumerBytes() {
    return Math.max(fetchBytes(), record);
  }

  List<Part> heap() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("for the program", PROGRAM_BYTES));
    if (hasBroker()) {
      parts.add(new Part("for the embedded broker", BROKER_BYTES));
    }
    if (workers > 0) {
      parts.add(
          new Part(
              "for %d ingest.workers x %s".formatted(workers, ByteSize.format(WORKER_BYTES)),
              workers * WORKER_BYTES));
      if (readsObjects()) {
        parts.add(new Part("for footers of objects", OBJECT_ENDS_BYTES));
      }
      parts.add(new Part("for ingest's producer" + documents(producerBytes()), producerBytes()));
    }
    if (streamThreads > 0) {
      long each = producerBytes() + consumerBytes();
      parts.add(
          new Part(
              "for %d streams.threads x %s, producer and fetch%s"
                  .formatted(streamThreads, ByteSize.format(each), documents(producerBytes())),
              streamThreads * each));
      addOperators(parts);
    }
    if (bandThreads > 0) {
      parts.add(
          new Part(
              "for %d band workers x %s fetched"
                  .formatted(bandThreads, ByteSize.format(fetchBytes())),
              (long) bandThreads * fetchBytes()));
      parts.add(new Part("for a batch of keys, at least", MIN_BATCH_BYTES));
      parts.add(new Part("for files of former keys", FORMER_KEYS_BYTES));
    }
    if (sinkThreads > 0) {
      addSink(parts);
    }
    if (workers > 0 || sinkThreads > 0) {
      parts.addAll(history.parts(sinkThreads > 0 ? openRowGroupBytes() : 0));
    }
    return parts;
  }

  /** Every thread processes a small text, but only one at a time a large text. */
  private void addOperators(List<Part> parts) {
    if (config.operators().isEmpty()) {
      return;
    }
    long largest = config.input().largestOperatorText();
    long small = Math.min(largest, OperatorRule.LARGE_BYTES);
    parts.add(
        new Part(
            "for operators, %d x (%s input.max-operator-text + %d streams.threads x %s)"
                .formatted(
                    OPERATOR_FACTOR,
                    ByteSize.format(largest),
                    streamThreads,
                    ByteSize.format(small)),
            OPERATOR_FACTOR * (largest + streamThreads * small)));
  }

  private void addSink(List<Part> parts) {
    parts.add(
        new Part(
            "for %d sink.threads x %s fetched%s"
                .formatted(
                    sinkThreads, ByteSize.format(consumerBytes()), documents(consumerBytes())),
            sinkThreads * consumerBytes()));
    if (readsSources()) {
      parts.add(new Part("for pages of sources that texts are read from", MIN_SOURCE_BYTES));
    }
    if (bands > 0) {
      parts.add(new Part("for rows that near-deduplication removes", RemovedRows.MOST_BYTES));
    }
    long groups = openRowGroups();
    parts.add(
        new Part(
            "for open row groups, %d buckets x %d partitions x %s%s output.row-group-size"
                .formatted(
                    buckets,
                    partitions,
                    groups == 1 ? "" : groups + " x ",
                    ByteSize.format(config.output().format().rowGroupBytes())),
            openRowGroupBytes()));
  }

  /** Open row groups of a bucket in a partition. */
  private long openRowGroups() {
    return config.output().partitionsByDump() ? 2 : 1;
  }

  private long openRowGroupBytes() {
    return buckets * partitions * openRowGroups() * config.output().format().rowGroupBytes();
  }

  /** Names {@code input.max-document-size} if it determines this size. */
  private String documents(long bytes) {
    return bytes % record == 0
        ? " (%s input.max-document-size)"
            .formatted(ByteSize.format(config.input().maxDocumentBytes()))
        : "";
  }

  List<Part> nativeMemory() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("for the JVM's code, classes and threads", JVM_BYTES));
    int producers = (workers > 0 ? 1 : 0) + streamThreads;
    int consumers = streamThreads + sinkThreads;
    int requests = hasBroker() ? BROKER_THREADS : 0;
    parts.add(
        new Part(
            "for the direct buffers of %d producers and %d threads of the broker x %s%s and %d consumers x %s"
                .formatted(
                    producers,
                    requests,
                    ByteSize.format(record),
                    documents(record),
                    consumers,
                    ByteSize.format(consumerBytes())),
            (producers + requests) * record + consumers * consumerBytes()));
    if (bandThreads > 0) {
      parts.add(
          new Part("for direct buffers of the band workers", (long) bandThreads * fetchBytes()));
    }
    if (hasBroker()) {
      long logs = (long) (1 + buckets + OTHER_TOPICS) * partitions + bands + OTHER_LOGS;
      parts.add(new Part("for indexes of %d logs".formatted(logs), logs * LOG_INDEX_BYTES));
    }
    if (sinkThreads > 0) {
      parts.add(
          new Part(
              "for compression in %d sink.threads".formatted(sinkThreads),
              sinkThreads * COMPRESSION_BYTES));
    }
    if (streamThreads > 0) {
      parts.add(new Part("for RocksDB, at least", MIN_STATE_BYTES));
    }
    return parts;
  }
}
