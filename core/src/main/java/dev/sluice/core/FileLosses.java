package dev.sluice.core;

import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a file of the input lost.
 *
 * @param file its path relative to the input
 * @param counts of {@link Counters#ROWS}, and of each of {@link InputLosses#COUNTERS} that is not 0
 */
public record FileLosses(String file, SortedMap<String, Long> counts) {
  /** The worst file first; of equal ones that whose path is first by its UTF-8 bytes. */
  public static final Comparator<FileLosses> WORST_FIRST =
      Comparator.comparingLong(FileLosses::lost)
          .reversed()
          .thenComparing(FileLosses::file, Utf8.ORDER);

  /** Copies the counts. */
  public FileLosses {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  /** A counter; 0 if it was never counted. */
  public long of(String counter) {
    return counts.getOrDefault(counter, 0L);
  }

  /** The sum of {@link InputLosses#COUNTERS}. A row without an id may count twice. */
  public long lost() {
    return InputLosses.COUNTERS.stream().mapToLong(this::of).sum();
  }
}
