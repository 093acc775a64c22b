package dev.sluice.app.memory;

import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The division of a process's memory. Half is the Java heap, which the launcher sets; the other
 * half is native memory. The roles receive their shares as settings. The output's content does not
 * depend on them.
 *
 * @param memoryBytes memory of the process
 * @param leastBytes smallest sufficient memory, in whole MiB
 * @param shares shares of the roles
 * @param heap parts that the heap must hold at the same time
 * @param nativeMemory parts that must fit outside of the heap, with the minimum for RocksDB
 */
public record MemoryPlan(
    long memoryBytes, long leastBytes, Shares shares, List<Part> heap, List<Part> nativeMemory) {
  private static final long MEBIBYTE = 1L << 20;

  /**
   * The divisor of the memory that yields the heap, which the launcher sets before the JVM starts.
   */
  private static final int HALVES = 2;

  /**
   * A part of the memory.
   *
   * @param what purpose of the part, with the configuration keys that its size depends on
   * @param count number of objects that take memory; 0 if there are none
   * @param each size of one of them in bytes
   */
  public record Part(String what, long count, long each) {
    /** Returns the size of the part in bytes. */
    public long bytes() {
      return count * each;
    }

    @Override
    public String toString() {
      String product = count > 1 ? " (%d x %s)".formatted(count, ByteSize.approximate(each)) : "";
      return ByteSize.approximate(bytes()) + " " + what + product;
    }
  }

  /**
   * The shares of the roles.
   *
   * @param fetchBytes limit of a consumer's fetch; a single record may be larger
   * @param producerBytes buffer of a producer, at least two of the largest records
   * @param decodeBytes memory for row groups that are being decoded, or that are decoded and
   *     waiting
   * @param sourceBytes memory for pages of sources that the sink reads texts from
   * @param handOverBytes memory for texts on their way from ingest to the sink; 0 if ingest and
   *     sink do not run together
   * @param batchBytes memory for signatures that wait, and for their decision; 0 if
   *     near-deduplication is off
   * @param stateBytes memory for blocks and memtables of RocksDB, and for its filters if they are
   *     bounded
   */
  public record Shares(
      int fetchBytes,
      long producerBytes,
      long decodeBytes,
      long sourceBytes,
      long handOverBytes,
      long batchBytes,
      long stateBytes) {}

  /** Copies the lists. */
  public MemoryPlan {
    heap = List.copyOf(heap);
    nativeMemory = List.copyOf(nativeMemory);
  }

  /**
   * Returns the plan of a process that runs these roles, with the current history of its output.
   */
  public static MemoryPlan of(
      SluiceConfig config, int partitions, Set<Role> roles, Machine machine) {
    long memory = config.memoryBytes();
    OutputHistory history =
        config.output().path().map(OutputHistory::of).orElse(OutputHistory.NONE);
    LongFunction<MemoryParts> partsOf =
        bytes -> new MemoryParts(config, bytes, partitions, roles, machine, history);
    MemoryParts parts = partsOf.apply(memory);
    long half = memory / HALVES;
    List<Part> heap = parts.heap();
    List<Part> nativeMemory = parts.nativeMemory();
    Shares shares =
        parts.shares(Math.max(0, half - sum(heap)), Math.max(0, half - sum(nativeMemory)));
    long least = MEBIBYTE;
    while (least < neededBytes(partsOf.apply(least))) {
      least = neededBytes(partsOf.apply(least));
    }
    return new MemoryPlan(memory, least, shares, heap, nativeMemory);
  }

  /**
   * Returns the needed memory in whole MiB. Fetches and producers grow with the memory, but more
   * slowly and up to a limit.
   */
  private static long neededBytes(MemoryParts parts) {
    long needed = HALVES * Math.max(sum(parts.heap()), sum(parts.nativeMemory()));
    return (needed + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE;
  }

  static long sum(List<Part> parts) {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  /** Returns the size of the Java heap. */
  public long heapBytes() {
    return memoryBytes / HALVES;
  }

  /** Returns the heap that the parts need at the same time. */
  public long neededHeapBytes() {
    return sum(heap);
  }

  /** Returns the memory that the parts need outside of the heap. */
  public long neededNativeBytes() {
    return sum(nativeMemory);
  }

  /**
   * Returns the problem with {@code memory}, including the arithmetic, or empty if the memory is
   * enough.
   */
  public Optional<String> problem() {
    List<String> sums = new ArrayList<>();
    if (neededHeapBytes() > heapBytes()) {
      sums.add("the heap must hold " + arithmetic(heap));
    }
    if (neededNativeBytes() > memoryBytes - heapBytes()) {
      sums.add("native memory must have room for " + arithmetic(nativeMemory));
    }
    if (sums.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is too small: half of it (%s) is for the heap, and %s. Set memory to at least %s, or lower"
                .formatted(
                    ByteSize.approximate(memoryBytes),
                    ByteSize.approximate(heapBytes()),
                    String.join("; ", sums),
                    ByteSize.format(leastBytes()))
            + " the settings named in this message");
  }

  /** Formats the sum of the parts, followed by each part. */
  static String arithmetic(List<Part> parts) {
    return "%s (%s)"
        .formatted(
            ByteSize.approximate(sum(parts)),
            String.join(" + ", parts.stream().map(Part::toString).toList()));
  }
}
