package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import java.util.ArrayList;
import java.util.List;

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
