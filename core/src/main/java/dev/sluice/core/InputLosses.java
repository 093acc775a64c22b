package dev.sluice.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What input files have lost because of the input, not because of the rules. Losses are rows that
 * cannot be in the output, and missing ids. This record names the {@value #NAMED} worst files and
 * adds up the others, so that its size does not depend on the number of files. Which files are
 * named depends on the counts alone.
 *
 * <p>Immutable.
 *
 * @param files counts by path: {@link Counters#ROWS} and {@link #COUNTERS}. Under {@link #OTHERS},
 *     counts of the files that are not named, with their number as {@link #FILES}. Files that lost
 *     nothing are absent
 */
public record InputLosses(SortedMap<String, SortedMap<String, Long>> files) {
  /** The maximum number of named files. */
  public static final int NAMED = 10;

  /** Replaces the path for the sum of all files that are not named. */
  public static final String OTHERS = "";

  /** The name of the number of files that are not named. */
  public static final String FILES = "files";

  /**
   * The names of the counters of losses. These are the counters of outcomes, and the flag of rows
   * without an id.
   */
  public static final List<String> COUNTERS =
      Stream.concat(
              Arrays.stream(Outcome.values()).filter(Outcome::isLoss).map(Outcome::key),
              Stream.of(RowFlag.MISSING_ID.key()))
          .toList();

  /** The losses of an input that lost nothing. */
  public static final InputLosses NONE = new InputLosses(new TreeMap<>());

  /** Copies the maps. */
  public InputLosses {
    SortedMap<String, SortedMap<String, Long>> copies = new TreeMap<>();
    files.forEach((file, counts) -> copies.put(file, new FileLosses(file, counts).counts()));
    files = Collections.unmodifiableSortedMap(copies);
  }

  /**
   * Adds the losses of further rows of the file being read. The file is named until {@link
   * #fileEnded}, however little it lost.
   *
   * @param rows number of rows of the file that were read so far
   * @param lost losses by counter; nothing is added if there are none
   */
  public InputLosses plus(String file, long rows, Map<String, Long> lost) {
    boolean known = files.containsKey(file);
    if (lost.isEmpty() && !known) {
      return this;
    }
    SortedMap<String, Long> counts = known ? new TreeMap<>(files.get(file)) : new TreeMap<>();
    counts.put(Counters.ROWS, rows);
    lost.forEach((counter, more) -> counts.merge(counter, more, Math::addExact));
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>(files);
    all.put(file, counts);
    return new InputLosses(all);
  }

  /** Ends the file being read. From then on, only the worst files are named. */
  public InputLosses fileEnded() {
    List<FileLosses> worst = worst();
    if (worst.size() <= NAMED) {
      return this;
    }
    SortedMap<String, SortedMap<String, Long>> kept = new TreeMap<>(files);
    SortedMap<String, Long> others = new TreeMap<>(files.getOrDefault(OTHERS, new TreeMap<>()));
    for (FileLosses file : worst.subList(NAMED, worst.size())) {
      kept.remove(file.file());
      add(others, file.counts());
      others.merge(FILES, 1L, Math::addExact);
    }
    kept.put(OTHERS, others);
    return new InputLosses(kept);
  }

  /** Returns the sum of these losses and those of another part of the input. */
  public InputLosses plus(InputLosses other) {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>(files);
    other.files.forEach(
        (file, counts) -> {
          SortedMap<String, Long> sum = new TreeMap<>(all.getOrDefault(file, new TreeMap<>()));
          add(sum, counts);
          all.put(file, sum);
        });
    return new InputLosses(all).fileEnded();
  }

  private static void add(SortedMap<String, Long> sum, Map<String, Long> counts) {
    counts.forEach((counter, more) -> sum.merge(counter, more, Math::addExact));
  }

  /** Returns whether there are no losses. */
  public boolean isEmpty() {
    return files.isEmpty();
  }

  /** Returns the named files, the worst one first. */
  public List<FileLosses> worst() {
    return files.entrySet().stream()
        .filter(file -> !file.getKey().equals(OTHERS))
        .map(file -> new FileLosses(file.getKey(), file.getValue()))
        .sorted(FileLosses.WORST_FIRST)
        .toList();
  }

  /** Returns the sum of all files that are not named. {@link #FILES} holds their number. */
  public Optional<FileLosses> others() {
    return Optional.ofNullable(files.get(OTHERS)).map(counts -> new FileLosses(OTHERS, counts));
  }

  /** Returns the names in {@link #COUNTERS} whose sums are not 0. */
  public List<String> counters() {
    return COUNTERS.stream().filter(counter -> total(counter) > 0).toList();
  }

  /** Returns a counter, summed over all files. */
  public long total(String counter) {
    return files.values().stream()
        .mapToLong(counts -> counts.getOrDefault(counter, 0L))
        .reduce(0, Math::addExact);
  }

  /**
   * Losses of one input file.
   *
   * @param file path of the file relative to the input
   * @param counts {@link Counters#ROWS}, and each of {@link InputLosses#COUNTERS} that is not 0
   */
  public record FileLosses(String file, SortedMap<String, Long> counts) {
    /**
     * Orders the worst file first. Equally bad files are in the order of the UTF-8 bytes of their
     * paths.
     */
    public static final Comparator<FileLosses> WORST_FIRST =
        Comparator.comparingLong(FileLosses::lost)
            .reversed()
            .thenComparing(FileLosses::file, Utf8.ORDER);

    /** Copies the counts. */
    public FileLosses {
      counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /** Returns a counter, or 0 if nothing was counted. */
    public long of(String counter) {
      return counts.getOrDefault(counter, 0L);
    }

    /** Returns the sum of {@link InputLosses#COUNTERS}. A row without an id may count twice. */
    public long lost() {
      return InputLosses.COUNTERS.stream().mapToLong(this::of).sum();
    }
  }
}
