package dev.sluice.jobs.shuffle.partition;

import java.util.List;
import java.util.Map;

/**
 * How far a shuffle is: all that is needed to continue it.
 *
 * @param begun what it was begun with
 * @param reading how far the inputs have been read
 * @param piles in the order of their keys
 * @param written rows that are certain in the output
 * @param shardBytes bytes of the open shard that are certain, for lines
 */
public record ShuffleState(
    Begun begun, Reading reading, List<ShufflePartition> piles, long written, long shardBytes) {
  public ShuffleState {
    piles = List.copyOf(piles);
  }

  /**
   * What does not change.
   *
   * @param request all that the result depends on, but for the seed
   * @param seed given or drawn
   * @param rows of the inputs that had to be counted, by the numbers of the inputs
   * @param setAside paths of broken files, each with the reason; none of their rows are read
   */
  public record Begun(
      Map<String, Object> request,
      long seed,
      Map<Integer, Long> rows,
      Map<String, String> setAside) {
    public Begun {
      request = Map.copyOf(request);
      rows = Map.copyOf(rows);
      setAside = setAside == null ? Map.of() : Map.copyOf(setAside);
    }
  }

  /**
   * How far the inputs have been read.
   *
   * @param file of the reading plan, from 0, that is read next
   * @param position from where, in the source's own unit
   * @param row the number of the next row over all inputs
   * @param partRows rows of the present partial reading of an input that were read
   */
  public record Reading(int file, long position, long row, long partRows) {
    static final Reading BEGIN = new Reading(0, 0, 0, 0);
  }

  public static ShuffleState of(Begun begun, List<ShufflePartition> piles) {
    return new ShuffleState(begun, Reading.BEGIN, piles, 0, 0);
  }

  public ShuffleState read(Reading newReading, List<ShufflePartition> newPiles) {
    return new ShuffleState(begun, newReading, newPiles, 0, 0);
  }

  ShuffleState withPiles(List<ShufflePartition> newPiles) {
    return new ShuffleState(begun, reading, newPiles, written, shardBytes);
  }

  public ShuffleState written(long rows, long bytes) {
    return new ShuffleState(begun, reading, piles, rows, bytes);
  }

  /** The broken files, each with its reason, sorted. */
  public List<String> setAside() {
    return begun.setAside().entrySet().stream()
        .map(file -> file.getKey() + ": " + file.getValue())
        .sorted()
        .toList();
  }

  public long seed() {
    return begun.seed();
  }

  /** The rows in all piles, those that are gone too. */
  public long rows() {
    return piles.stream().mapToLong(ShufflePartition::rows).sum();
  }
}
