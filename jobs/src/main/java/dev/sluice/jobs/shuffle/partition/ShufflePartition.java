package dev.sluice.jobs.shuffle.partition;

import dev.sluice.algorithms.shuffle.KeyRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A pile: the rows whose keys lie in one part of the range of all keys.
 *
 * @param parts into how many parts the range was divided, and that part again, and so on
 * @param part the number of the part each time, from 0
 * @param rows how many there are
 * @param bytes of its file
 */
public record ShufflePartition(List<Integer> parts, List<Integer> part, long rows, long bytes) {
  /** The range of all keys, divided into nothing. */
  public static final ShufflePartition ALL = new ShufflePartition(List.of(), List.of(), 0, 0);

  public ShufflePartition {
    parts = List.copyOf(parts);
    part = List.copyOf(part);
  }

  /** Empty piles for the parts of all keys. */
  public static List<ShufflePartition> divide(int parts) {
    return ALL.dividedInto(parts);
  }

  /** Empty piles for the parts of this one. */
  List<ShufflePartition> dividedInto(int count) {
    List<Integer> counts = with(parts, count);
    List<ShufflePartition> piles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      piles.add(new ShufflePartition(counts, with(part, i), 0, 0));
    }
    return piles;
  }

  private static List<Integer> with(List<Integer> list, int last) {
    List<Integer> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  ShufflePartition with(long newRows, long newBytes) {
    return new ShufflePartition(parts, part, newRows, newBytes);
  }

  /** What its file is called. */
  public String fileName() {
    StringBuilder name = new StringBuilder("pile");
    part.forEach(number -> name.append('-').append(number));
    return name.toString();
  }

  /**
   * Where in this pile's range a key lies, of 2^64.
   *
   * @param key the upper half of the key of one of its rows
   */
  long fraction(long key) {
    long fraction = key;
    for (int count : parts) {
      fraction = KeyRange.within(fraction, count);
    }
    return fraction;
  }

  /** The heap that reading it whole takes. */
  long heapBytes() {
    return PartitionRows.heapBytes(rows, bytes);
  }
}
