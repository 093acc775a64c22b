package dev.sluice.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the memory of one process is divided. Half is the Java heap (the launcher sets it). The rest
 * is for RocksDB (64 MiB of blocks and memtables, and its filters), code, threads, direct buffers,
 * compression contexts and the broker's mapped indexes: a heap of 1 GiB was measured to use 1.6 GiB
 * in all.
 *
 * @param memoryBytes of the whole process
 * @param parts what the heap must hold at once
 */
public record MemoryPlan(long memoryBytes, List<Part> parts) {
  private static final int HEAP_SHARE = 2;

  private static final long PROGRAM_BYTES = 64L << 20;
  private static final long BROKER_BYTES = 48L << 20;
  private static final long WORKER_BYTES = 16L << 20; // pages and rows of one row group at hand
  private static final int BUFFERS_PER_PRODUCER = 2; // one document sent, one filled

  /**
   * Something the heap holds.
   *
   * @param what in words, naming the keys that it depends on
   * @param bytes how much
   */
  public record Part(String what, long bytes) {
    @Override
    public String toString() {
      return ByteSize.approximate(bytes) + " " + what;
    }
  }

  /** Copies the list. */
  public MemoryPlan {
    parts = List.copyOf(parts);
  }

  /** The plan of a process in which these roles run. */
  public static MemoryPlan of(
      SluiceConfig config, int partitions, Set<Role> roles, Machine machine) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("for the program", PROGRAM_BYTES));
    long document = config.input().maxDocumentBytes();
    if (roles.contains(Role.BROKER) && config.kafka().isEmbedded()) {
      parts.add(new Part("for the embedded broker", BROKER_BYTES));
    }
    if (roles.contains(Role.INGEST)) {
      addIngest(parts, config.ingestWorkers(machine), document);
    }
    if (roles.contains(Role.STREAMS)) {
      int threads = config.streamThreads(partitions, machine);
      long perThread = (1 + BUFFERS_PER_PRODUCER) * document;
      parts.add(
          new Part(
              "for %d streams.threads x 3 x %s input.max-document-size"
                  .formatted(threads, ByteSize.format(document)),
              threads * perThread));
    }
    if (roles.contains(Role.SINK)) {
      addSink(parts, config, partitions);
    }
    return new MemoryPlan(config.memoryBytes(), parts);
  }

  private static void addIngest(List<Part> parts, int workers, long document) {
    parts.add(
        new Part(
            "for %d ingest.workers x %s".formatted(workers, ByteSize.format(WORKER_BYTES)),
            workers * WORKER_BYTES));
    parts.add(
        new Part(
            "for ingest's producer, 2 x %s input.max-document-size"
                .formatted(ByteSize.format(document)),
            BUFFERS_PER_PRODUCER * document));
  }

  private static void addSink(List<Part> parts, SluiceConfig config, int partitions) {
    long document = config.input().maxDocumentBytes();
    int threads = config.sink().threads();
    parts.add(
        new Part(
            "for %d sink.threads x %s input.max-document-size"
                .formatted(threads, ByteSize.format(document)),
            threads * document));
    int buckets = config.rules().buckets().all().size();
    long rowGroup = config.output().rowGroupBytes();
    parts.add(
        new Part(
            "for open row groups, %d buckets x %d partitions x %s output.row-group-size"
                .formatted(buckets, partitions, ByteSize.format(rowGroup)),
            buckets * partitions * rowGroup));
  }

  /** The Java heap's share. */
  public long heapBytes() {
    return memoryBytes / HEAP_SHARE;
  }

  /** What the heap must hold at once. */
  public long neededHeapBytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  /** What is wrong with {@code memory}, with the arithmetic; empty where it is enough. */
  public Optional<String> problem() {
    long needed = neededHeapBytes();
    if (needed <= heapBytes()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is too little: half of it, %s, is the heap, which must hold %s (%s). Set memory to at"
                .formatted(
                    ByteSize.approximate(memoryBytes),
                    ByteSize.approximate(heapBytes()),
                    ByteSize.approximate(needed),
                    parts.stream().map(Part::toString).collect(Collectors.joining(" + ")))
            + " least %s, or lower what is named here"
                .formatted(ByteSize.format(needed * HEAP_SHARE)));
  }
}
