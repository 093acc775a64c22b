package dev.sluice.jobs.split;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Distributes a number of parts, so that the largest part is as small as possible. */
final class PartShares {
  private PartShares() {}

  /**
   * Repeatedly adds a part to whatever has the largest parts, until there are enough, or no more
   * are possible.
   *
   * @param weights size of each
   * @param rooms maximum number of parts of each: its rows
   * @param least minimum number of parts of each
   * @param wanted total number of parts
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
