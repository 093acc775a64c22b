package dev.sluice.app.memory;

import dev.sluice.app.config.Machine;
import dev.sluice.app.config.Role;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.core.values.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * How the memory of one process is divided: half is the Java heap, which the launcher sets; the
 * other half is for what lies beside it. Each part is added up in one place here, and given to the
 * roles as settings. Nothing that shapes content depends on it.
 *
 * @param memoryBytes of the whole process
 * @param leastBytes that work, in whole MiB
 * @param shares what the roles get
 * @param heap what the heap must hold at once
 * @param beside what must fit beside the heap, the least for RocksDB included
 */
public record MemoryPlan(
    long memoryBytes, long leastBytes, Shares shares, List<Part> heap, List<Part> beside) {
  private static final long MEBIBYTE = 1L << 20;

  /**
   * Something that memory is needed for.
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

  /**
   * What the roles get of the memory.
   *
   * @param fetchBytes that a consumer fetches at once; one record may be larger
   * @param producerBytes that a producer holds; at least two of the largest records
   * @param decodeBytes for row groups being decoded and waiting
   * @param stateBytes for blocks and memtables of RocksDB, and its filters where they are bounded
   */
  public record Shares(int fetchBytes, long producerBytes, long decodeBytes, long stateBytes) {}

  /** Copies the lists. */
  public MemoryPlan {
    heap = List.copyOf(heap);
    beside = List.copyOf(beside);
  }

  /** The plan of a process in which these roles run, with the history that its output has now. */
  public static MemoryPlan of(
      SluiceConfig config, int partitions, Set<Role> roles, Machine machine) {
    long memory = config.memoryBytes();
    OutputHistory history =
        config.output().path().map(OutputHistory::of).orElse(OutputHistory.NONE);
    LongFunction<MemoryParts> partsOf =
        bytes -> new MemoryParts(config, bytes, partitions, roles, machine, history);
    MemoryParts parts = partsOf.apply(memory);
    long half = memory / HeapRule.HALVES;
    List<Part> heap = parts.heap();
    List<Part> beside = parts.beside();
    Shares shares =
        new Shares(
            parts.fetchBytes(),
            parts.producerBytes(),
            parts.decodeBytes(Math.max(0, half - sum(heap))),
            parts.stateBytes(Math.max(0, half - sum(beside))));
    long least = MEBIBYTE;
    while (least < neededBytes(partsOf.apply(least))) {
      least = neededBytes(partsOf.apply(least));
    }
    return new MemoryPlan(memory, least, shares, heap, beside);
  }

  /** In whole MiB. Fetches and producers grow with the memory, more slowly, and not for ever. */
  private static long neededBytes(MemoryParts parts) {
    long needed = HeapRule.HALVES * Math.max(sum(parts.heap()), sum(parts.beside()));
    return (needed + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE;
  }

  private static long sum(List<Part> parts) {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  /** The Java heap's share. */
  public long heapBytes() {
    return memoryBytes / HeapRule.HALVES;
  }

  /** What the heap must hold at once. */
  public long neededHeapBytes() {
    return sum(heap);
  }

  /** What must fit beside the heap. */
  public long neededBesideBytes() {
    return sum(beside);
  }

  /** What is wrong with {@code memory}, with the arithmetic; empty where it is enough. */
  public Optional<String> problem() {
    List<String> sums = new ArrayList<>();
    if (neededHeapBytes() > heapBytes()) {
      sums.add("the heap must hold " + arithmetic(heap));
    }
    if (neededBesideBytes() > memoryBytes - heapBytes()) {
      sums.add("beside the heap there must be room for " + arithmetic(beside));
    }
    if (sums.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is too little: half of it, %s, is the heap, and %s. Set memory to at least %s, or lower"
                .formatted(
                    ByteSize.approximate(memoryBytes),
                    ByteSize.approximate(heapBytes()),
                    String.join("; ", sums),
                    ByteSize.format(leastBytes()))
            + " what is named here");
  }

  private static String arithmetic(List<Part> parts) {
    return "%s (%s)"
        .formatted(
            ByteSize.approximate(sum(parts)),
            String.join(" + ", parts.stream().map(Part::toString).toList()));
  }
}
