package dev.sluice.jobs.split;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Shares out a number of parts, so that the largest of them is as small as it can be. */
final class PartShares {
  private PartShares() {}

  /**
   * Gives whatever is largest for its parts one more, until there are enough or there is no room.
   *
   * @param weights bytes of each
   * @param rooms the most parts of each: its rows
   * @param least the parts that each has at least
   * @param wanted parts in all
   */
  static int[] of(long[] weights, long[] rooms, int[] least, int wanted) {
    int[] parts = least.clone();
    long all = 0;
    PriorityQueue<Integer> largest =
        new PriorityQueue<>(
            Comparator.comparingDouble((Integer i) -> -(double) weights[i] / parts[i])
                .thenComparing(Comparator.naturalOrder()));
    for (int i = 0; i < parts.length; i++) {
      all += parts[i];
      if (parts[i] < rooms[i]) {
        largest.add(i);
      }
    }
    while (all < wanted && !largest.isEmpty()) {
      int one = largest.remove();
      parts[one]++;
      all++;
      if (parts[one] < rooms[one]) {
        largest.add(one);
      }
    }
    return parts;
  }
}
