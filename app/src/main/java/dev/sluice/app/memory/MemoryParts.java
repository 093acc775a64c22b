package dev.sluice.app.memory;

import dev.sluice.app.memory.MemoryPlan.Part;
import dev.sluice.app.memory.MemoryPlan.Shares;
import dev.sluice.core.values.ByteSize;
import dev.sluice.neardup.RemovedRows;
import dev.sluice.operators.OperatorRule;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.page.SourceFile;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
   * The native memory of the JVM, measured in MiB: classes 75, code 20, symbols 16, the shared
   * archive 12, threads 11. The rest is for smaller parts, and for memory freed by RocksDB and zstd
   * that the allocator keeps.
   */
  private static final long JVM_BYTES = 176 * MIB;

  /**
   * The size of the two memory-mapped indexes, of 256 KiB each, for the active segment of a log.
   */
  private static final long LOG_INDEX_BYTES = MIB / 2;

  /** The number of logs of offsets, transactions, progress and the cluster's metadata. */
  private static final int OTHER_LOGS = 8;

  /**
   * The number of topics besides documents and buckets: rejects, two changelogs, and one in
   * reserve.
   */
  private static final int OTHER_TOPICS = 4;

  /**
   * The number of the broker's threads that copy complete requests or batches through native
   * memory.
   */
  private static final int BROKER_THREADS = 5;

  /** The size of the compression context of a page, in bytes. */
  private static final long COMPRESSION_BYTES = 8 * MIB;

  /**
   * Bytes of heap per byte of a text for the text and the results that operators share. Measured
   * with all operators on texts of one-letter words and one-letter lines, the worst case.
   */
  private static final int OPERATOR_FACTOR = 72;

  /**
   * Bytes of heap per byte of a text that is signed: 16 for each unit, such as a word, of four
   * bytes.
   */
  private static final int SIGNING_FACTOR = 4;

  /** The minimum for pages of sources: a few row groups, to which several partitions refer. */
  private static final long MIN_SOURCE_BYTES = 16 * MIB;

  /** The memory for footers of objects in an object store, and for whole small files. */
  private static final long OBJECT_ENDS_BYTES = 8 * MIB;

  /**
   * The minimum for signatures that wait and are decided. With less memory, earlier keys are read
   * more often.
   */
  private static final long MIN_BATCH_BYTES = 16 * MIB;

  /**
   * The divisor of the remaining heap in a process that only runs a matcher, which uses 3 of 4
   * parts for a batch.
   */
  private static final int ALONE = 4;

  /** The memory for what is read of the files of signatures that a batch is compared with. */
  private static final long FORMER_KEYS_BYTES = 8 * MIB;

  /** The minimum for RocksDB. With less, RocksDB has memtables but no block cache. */
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
  private final boolean nearDedup;
  private final int matchers;
  private final long record;
  private final boolean hasBroker;
  private final boolean readsSources;

  /**
   * @param memory memory of the process, which may differ from the configured one
   */
  MemoryParts(
      SluiceConfig config,
      long memory,
      int partitions,
      Set<Role> roles,
      Machine machine,
      OutputHistory history) {
    this.config = config;
    this.memory = memory;
    this.roles = roles;
    this.partitions = partitions;
    this.buckets = config.rules().buckets().all().size();
    this.workers = roles.contains(Role.INGEST) ? config.ingestWorkers(machine) : 0;
    this.streamThreads =
        roles.contains(Role.STREAMS) ? config.streamThreads(partitions, machine) : 0;
    this.sinkThreads = roles.contains(Role.SINK) ? config.sink().threads() : 0;
    this.history = workers > 0 || sinkThreads > 0 ? history : OutputHistory.NONE;
    this.nearDedup = config.nearDedup().isPresent();
    this.matchers = Math.min(1, config.matcherThreads(roles, machine));
    this.record = config.maxRecordBytes();
    this.hasBroker = roles.contains(Role.BROKER) && config.kafka().isEmbedded();
    this.readsSources = sinkThreads > 0 && config.leavesTexts();
  }

  /** Returns 1/64 of the memory, but at least 1 and at most 16 MiB. */
  private int fetchBytes() {
    return Math.toIntExact(clamp(memory / 64, MIB, 16 * MIB));
  }

  /**
   * Returns 1/32 of the memory, but at least 4 and at most 32 MiB, and at least the size of two of
   * the largest records.
   */
  private long producerBytes() {
    return Math.max(2 * record, clamp(memory / 32, 4 * MIB, 32 * MIB));
  }

  /** Returns the memory of a consumer, which holds one fetch, or one larger record. */
  private long consumerBytes() {
    return Math.max(fetchBytes(), record);
  }

  private static long clamp(long value, long min, long max) {
    return Math.max(min, Math.min(max, value));
  }

  /**
   * Returns each role's share of the memory. A share is a minimum plus a part of the memory that is
   * left.
   *
   * @param heap bytes of the heap that no part needs
   * @param outside bytes outside of the heap that no part needs
   */
  Shares shares(long heap, long outside) {
    long decoding = workers * WORKER_BYTES;
    long pages = readsSources ? MIN_SOURCE_BYTES : 0;
    long keys = roles.size() == 1 ? heap / ALONE * (ALONE - 1) : heap / 8;
    return new Shares(
        fetchBytes(),
        producerBytes(),
        Math.min(Math.max(memory / 8, decoding), decoding + heap / 2),
        Math.min(Math.max(memory / 32, pages), pages + heap / 8),
        workers > 0 && readsSources ? Math.min(memory / 16, heap / 4) : 0,
        matchers > 0 ? MIN_BATCH_BYTES + keys : 0,
        MIN_STATE_BYTES + outside);
  }

  /** Returns the parts that the heap must hold at the same time. */
  List<Part> heap() {
    int ingest = Math.min(workers, 1);
    int removing = nearDedup ? Math.min(sinkThreads, 1) : 0;
    int reading = readsSources ? 1 : 0;
    boolean signs = history.namesNearCopies() || config.blocklist().nearCopies();
    int signing = signs ? sinkThreads : 0;
    long largest = config.input().largestOperatorText();
    long small = Math.min(largest, OperatorRule.LARGE_BYTES);
    int operating = config.operators().isEmpty() || streamThreads == 0 ? 0 : OPERATOR_FACTOR;
    int groups = sinkThreads > 0 ? buckets * partitions * groupsOfPartition() : 0;
    long groupBytes = config.output().format().rowGroupBytes();
    return parts(
        new Part("for the program", 1, PROGRAM_BYTES),
        new Part("for the embedded broker", hasBroker ? 1 : 0, BROKER_BYTES),
        new Part("for ingest.workers", workers, WORKER_BYTES),
        new Part("for footers of objects", readsObjects() ? ingest : 0, OBJECT_ENDS_BYTES),
        new Part("for ingest's producer" + documents(producerBytes()), ingest, producerBytes()),
        new Part(
            "for producers and fetches of streams.threads" + documents(producerBytes()),
            streamThreads,
            producerBytes() + consumerBytes()),
        new Part(
            "for operators, sized by input.max-operator-text and streams.threads",
            operating,
            largest + streamThreads * small), // every thread has a small text, one a large one
        new Part(
            "for fetches of the matcher" + documents(consumerBytes()), matchers, consumerBytes()),
        new Part("for a batch of signatures (minimum)", matchers, MIN_BATCH_BYTES),
        new Part("for files of signatures", matchers, FORMER_KEYS_BYTES),
        new Part(
            "for fetches of sink.threads" + documents(consumerBytes()),
            sinkThreads,
            consumerBytes()),
        new Part(
            "for pages of the source files that texts are read from", reading, MIN_SOURCE_BYTES),
        new Part("for rows that near-deduplication removes", removing, RemovedRows.MOST_BYTES),
        new Part("for open row groups of output.row-group-size", groups, groupBytes),
        history.part(groups * groupBytes),
        history.blocklistPart(),
        new Part(
            "for signatures of texts, because of near-copies (%d x input.max-document-size)"
                .formatted(SIGNING_FACTOR),
            signing,
            SIGNING_FACTOR * config.input().maxDocumentBytes()));
  }

  /** Returns the parts outside of the heap, including the minimum for RocksDB. */
  List<Part> nativeMemory() {
    int copying = Math.min(workers, 1) + streamThreads + (hasBroker ? BROKER_THREADS : 0);
    int logs = (1 + buckets + OTHER_TOPICS) * partitions + (nearDedup ? 1 : 0) + OTHER_LOGS;
    return parts(
        new Part("for the JVM's code, classes and threads", 1, JVM_BYTES),
        new Part(
            "for direct buffers of producers and of the broker" + documents(record),
            copying,
            record),
        new Part(
            "for direct buffers of consumers",
            streamThreads + sinkThreads + matchers,
            consumerBytes()),
        new Part("for indexes of logs", hasBroker ? logs : 0, LOG_INDEX_BYTES),
        new Part("for compression in sink.threads", sinkThreads, COMPRESSION_BYTES),
        new Part("for RocksDB (minimum)", Math.min(streamThreads, 1), MIN_STATE_BYTES));
  }

  private static List<Part> parts(Part... all) {
    return Stream.of(all).filter(part -> part.bytes() > 0).toList();
  }

  private boolean readsObjects() {
    return config.input().path().filter(path -> !SourceFile.isLocal(path)).isPresent();
  }

  /** Returns the number of open row groups of a bucket in a partition. */
  private int groupsOfPartition() {
    return config.output().partitionsByDump() ? 2 : 1;
  }

  /** Adds {@code input.max-document-size} to the name of a part if it determines the size. */
  private String documents(long bytes) {
    return bytes % record == 0
        ? " (%s input.max-document-size)"
            .formatted(ByteSize.format(config.input().maxDocumentBytes()))
        : "";
  }
}
