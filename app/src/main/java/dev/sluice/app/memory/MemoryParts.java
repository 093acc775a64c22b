package dev.sluice.app.memory;

import dev.sluice.app.config.Machine;
import dev.sluice.app.config.Role;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.memory.MemoryPlan.Part;
import dev.sluice.core.values.ByteSize;
import dev.sluice.operators.OperatorRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The parts of a process's memory, in bytes, each computed in one place. Constants were measured;
 * see docs/explanation/memory-and-disk.md.
 */
final class MemoryParts {
  private static final long MIB = 1L << 20;

  private static final long PROGRAM_BYTES = 64 * MIB;
  private static final long BROKER_BYTES = 48 * MIB;
  private static final long WORKER_BYTES = 16 * MIB; // pages and rows of one row group at hand

  /**
   * Classes 75, code 20, symbols 16, the shared archive 12, threads 11, what is smaller, and what
   * the allocator keeps of the memory that RocksDB and zstd gave back.
   */
  private static final long JVM_BYTES = 176 * MIB;

  /** Two mapped indexes of 256 KiB for the active segment of each log. */
  private static final long LOG_INDEX_BYTES = MIB / 2;

  /** The offsets, the transactions, the progress, the cluster's metadata. */
  private static final int OTHER_LOGS = 8;

  /** Rejects and two changelogs, beside the documents and a topic for each bucket. */
  private static final int OTHER_TOPICS = 4;

  /** Of the broker, those that copy whole requests or batches through native memory. */
  private static final int BROKER_THREADS = 5;

  /** A page's compression context. */
  private static final long COMPRESSION_BYTES = 8 * MIB;

  /** Room in a record for everything but the text. */
  private static final long RECORD_OVERHEAD_BYTES = MIB;

  /**
   * A text and what operators find out about it, for each of its bytes: measured with all operators
   * on texts of one-letter words and one-letter lines, which take the most.
   */
  private static final int OPERATOR_FACTOR = 72;

  /** Less would be memtables only. */
  private static final long LEAST_STATE_BYTES = 16 * MIB;

  private final SluiceConfig config;
  private final OutputHistory history;
  private final long memory;
  private final Set<Role> roles;
  private final int partitions;
  private final int buckets;
  private final int workers;
  private final int streamThreads;
  private final int sinkThreads;
  private final long record;

  /**
   * @param memory of the process, which need not be the configured one
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
    this.record = config.input().maxDocumentBytes() + RECORD_OVERHEAD_BYTES;
  }

  /** A sixty-fourth, from 1 to 16 MiB. */
  int fetchBytes() {
    return Math.toIntExact(clamp(memory / 64, MIB, 16 * MIB));
  }

  /** A thirty-second, from 4 to 32 MiB; never less than two of the largest records. */
  long producerBytes() {
    return Math.max(2 * record, clamp(memory / 32, 4 * MIB, 32 * MIB));
  }

  /** The least that workers need and half of what the heap has to spare, at most an eighth. */
  long decodeBytes(long spare) {
    return Math.min(
        Math.max(memory / 8, workers * WORKER_BYTES), workers * WORKER_BYTES + spare / 2);
  }

  /** All that is left beside the heap. */
  long stateBytes(long spare) {
    return LEAST_STATE_BYTES + spare;
  }

  private static long clamp(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }

  private boolean hasBroker() {
    return roles.contains(Role.BROKER) && config.kafka().isEmbedded();
  }

  /** A consumer holds one fetch, or one record that is larger. */
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
    if (sinkThreads > 0) {
      addSink(parts);
    }
    if (workers > 0 || sinkThreads > 0) {
      parts.addAll(history.parts(sinkThreads > 0 ? openRowGroupBytes() : 0));
    }
    return parts;
  }

  /** Small texts on every thread, of large ones one in the process. */
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

  /** Of a bucket in a partition. */
  private long openRowGroups() {
    return config.output().partitionsByDump() ? 2 : 1;
  }

  private long openRowGroupBytes() {
    return buckets * partitions * openRowGroups() * config.output().format().rowGroupBytes();
  }

  /** Names the key where a size is what it is because of it. */
  private String documents(long bytes) {
    return bytes % record == 0
        ? " (%s input.max-document-size)"
            .formatted(ByteSize.format(config.input().maxDocumentBytes()))
        : "";
  }

  List<Part> beside() {
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
    if (hasBroker()) {
      long logs = (long) (1 + buckets + OTHER_TOPICS) * partitions + OTHER_LOGS;
      parts.add(new Part("for indexes of %d logs".formatted(logs), logs * LOG_INDEX_BYTES));
    }
    if (sinkThreads > 0) {
      parts.add(
          new Part(
              "for compression in %d sink.threads".formatted(sinkThreads),
              sinkThreads * COMPRESSION_BYTES));
    }
    if (streamThreads > 0) {
      parts.add(new Part("for RocksDB, at least", LEAST_STATE_BYTES));
    }
    return parts;
  }
}
