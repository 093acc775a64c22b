package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The checkpoint of a shuffle. It has everything that is needed to resume the shuffle.
 *
 * @param begun the constant part of the checkpoint
 * @param reading the position in the inputs
 * @param partitions the partitions in the order of their keys
 * @param written number of durable rows in the output
 * @param shardBytes number of durable bytes of the open shard, if it consists of lines
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
   * The part of the checkpoint that does not change.
   *
   * @param request everything except the seed that determines the result
   * @param seed the seed, requested or drawn at random
   * @param rows number of rows of each input that had to be counted, by index of the input
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
   * @param file index in the plan of the next file to read
   * @param position position in this file, in a unit that depends on the source
   * @param row number of the next row, counted over all inputs
   * @param partRows number of rows read in the current partial reading of an input
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

  /** Returns the quarantined files with their reasons, sorted. */
  List<String> quarantined() {
    return begun.quarantined().entrySet().stream()
        .map(file -> file.getKey() + ": " + file.getValue())
        .sorted()
        .toList();
  }

  long seed() {
    return begun.seed();
  }

  /** Returns the number of rows in all partitions, including deleted ones. */
  long rows() {
    return partitions.stream().mapToLong(ShufflePartition::rows).sum();
  }

  /**
   * A partition of a shuffle. It contains the rows whose keys are in one part of a range.
   *
   * @param parts number of parts at each level: first of the range of all keys, then of the part
   *     selected at the level before
   * @param part index of the selected part at each level, from 0
   * @param rows number of rows
   * @param bytes size of the partition's file
   */
  record ShufflePartition(List<Integer> parts, List<Integer> part, long rows, long bytes) {
    /** The undivided range of all keys. */
    static final ShufflePartition ALL = new ShufflePartition(List.of(), List.of(), 0, 0);

    ShufflePartition {
      parts = List.copyOf(parts);
      part = List.copyOf(part);
    }

    /** Returns empty partitions for the parts of this partition. */
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

    /** Returns the name of the partition's file. */
    String fileName() {
      StringBuilder name = new StringBuilder("partition");
      part.forEach(number -> name.append('-').append(number));
      return name.toString();
    }

    /**
     * Returns the position of a key in this partition's range, as a fraction of 2^64.
     *
     * @param key upper half of the key of one of the partition's rows
     */
    long fraction(long key) {
      long fraction = key;
      for (int count : parts) {
        fraction = KeyRange.within(fraction, count);
      }
      return fraction;
    }

    /** Returns the heap needed to load the partition. */
    long heapBytes() {
      return PartitionRows.heapBytes(rows, bytes);
    }
  }
}
