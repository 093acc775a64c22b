package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The checkpoint of a shuffle: everything needed to resume it.
 *
 * @param begun what it was started with
 * @param reading position in the inputs
 * @param partitions partitions in the order of their keys
 * @param written durable rows in the output
 * @param shardBytes durable bytes of the open shard, for lines
 */
record ShuffleState(
    Begun begun,
    Reading reading,
    List<ShufflePartition> partitions,
    long written,
    long shardBytes) {
  ShuffleState {
    partitions = List.copyOf(partitions);
  }

  /**
   * The constant part of the checkpoint.
   *
   * @param request everything that determines the result except the seed
   * @param seed given or drawn
   * @param rows of the inputs that had to be counted, by index of the input
   * @param quarantined quarantined files, each with the reason; none of their rows are read
   */
  record Begun(
      Map<String, Object> request,
      long seed,
      Map<Integer, Long> rows,
      Map<String, String> quarantined) {
    public Begun {
      request = Map.copyOf(request);
      rows = Map.copyOf(rows);
      quarantined = Map.copyOf(quarantined);
    }
  }

  /**
   * A position in the inputs.
   *
   * @param file index in the plan of the file to read next
   * @param position in it, in the source's own unit
   * @param row number of the next row over all inputs
   * @param partRows rows read in the current partial reading of an input
   */
  record Reading(int file, long position, long row, long partRows) {
    static final Reading BEGIN = new Reading(0, 0, 0, 0);
  }

  static ShuffleState of(Begun begun, List<ShufflePartition> partitions) {
    return new ShuffleState(begun, Reading.BEGIN, partitions, 0, 0);
  }

  ShuffleState read(Reading newReading, List<ShufflePartition> newPartitions) {
    return new ShuffleState(begun, newReading, newPartitions, 0, 0);
  }

  ShuffleState withPartitions(List<ShufflePartition> newPartitions) {
    return new ShuffleState(begun, reading, newPartitions, written, shardBytes);
  }

  ShuffleState written(long rows, long bytes) {
    return new ShuffleState(begun, reading, partitions, rows, bytes);
  }

  /** The quarantined files with their reasons, sorted. */
  List<String> quarantined() {
    return begun.quarantined().entrySet().stream()
        .map(file -> file.getKey() + ": " + file.getValue())
        .sorted()
        .toList();
  }

  long seed() {
    return begun.seed();
  }

  /** The rows in all partitions, including deleted ones. */
  long rows() {
    return partitions.stream().mapToLong(ShufflePartition::rows).sum();
  }

  /**
   * A partition of a shuffle: the rows whose keys are in one part of a range.
   *
   * @param parts into how many parts all keys were divided, then the selected part, and so on
   * @param part index of the selected part at each level, from 0
   * @param rows number of rows
   * @param bytes size of its file
   */
  record ShufflePartition(List<Integer> parts, List<Integer> part, long rows, long bytes) {
    /** The undivided range of all keys. */
    static final ShufflePartition ALL = new ShufflePartition(List.of(), List.of(), 0, 0);

    ShufflePartition {
      parts = List.copyOf(parts);
      part = List.copyOf(part);
    }

    /** Empty partitions for all keys. */
    static List<ShufflePartition> divide(int parts) {
      return ALL.dividedInto(parts);
    }

    /** Empty partitions for the parts of this one. */
    List<ShufflePartition> dividedInto(int count) {
      List<Integer> counts = with(parts, count);
      List<ShufflePartition> partitions = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        partitions.add(new ShufflePartition(counts, with(part, i), 0, 0));
      }
      return partitions;
    }

    private static List<Integer> with(List<Integer> list, int last) {
      List<Integer> longer = new ArrayList<>(list);
      longer.add(last);
      return longer;
    }

    ShufflePartition with(long newRows, long newBytes) {
      return new ShufflePartition(parts, part, newRows, newBytes);
    }

    /** The name of its file. */
    String fileName() {
      StringBuilder name = new StringBuilder("partition");
      part.forEach(number -> name.append('-').append(number));
      return name.toString();
    }

    /**
     * The position of a key in this partition's range, as a fraction of 2^64.
     *
     * @param key upper half of the key of one of its rows
     */
    long fraction(long key) {
      long fraction = key;
      for (int count : parts) {
        fraction = KeyRange.within(fraction, count);
      }
      return fraction;
    }

    /** The heap needed to load it. */
    long heapBytes() {
      return PartitionRows.heapBytes(rows, bytes);
    }
  }
}
