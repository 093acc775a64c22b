package dev.sluice.sink;

import dev.sluice.core.Unit;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.Manifests.ListedShard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which shards are to be merged: in each bucket and dump, consecutive ones that are small and came
 * from the same directory of the input, as many as fit into a full one. Whose rows are in one shard
 * can only be forgotten together: rows without a dump must not tie all directories to each other. A
 * pure function of the manifests. Shards are measured as they were cut: a merged one may be smaller
 * than what it is made of, and would be merged again and again otherwise.
 */
public final class CompactionPlan {
  private final List<Merge> merges;

  /**
   * Shards that become one.
   *
   * @param shards two or more, of one bucket and dump, in the order of their rows
   */
  record Merge(List<ListedShard> shards) {
    CutFile first() {
      return shards.get(0).file();
    }

    /**
     * The highest rank in it: where merged shards are merged again, not always that of the last.
     */
    long lastRank() {
      return shards.stream().mapToLong(shard -> shard.file().lastRank()).max().orElseThrow();
    }

    /** Bytes of what it reads. */
    long bytes() {
      return shards.stream().mapToLong(shard -> shard.file().bytes()).sum();
    }
  }

  private CompactionPlan(List<Merge> merges) {
    this.merges = List.copyOf(merges);
  }

  /**
   * Plans.
   *
   * @param belowBytes only smaller shards are merged
   * @param maxFileBytes no shard becomes larger
   */
  static CompactionPlan of(Manifests manifests, long belowBytes, long maxFileBytes) {
    Set<String> complete = new HashSet<>(manifests.completeUnits());
    List<Merge> merges = new ArrayList<>();
    List<ListedShard> open = new ArrayList<>();
    long bytes = 0;
    for (ListedShard shard : manifests.listedWithUnits()) {
      boolean small = shard.cutBytes() < belowBytes && isWhole(shard, complete);
      boolean fits = small && bytes + shard.cutBytes() <= maxFileBytes;
      if (!open.isEmpty() && !(fits && isBeside(open.get(0), shard))) {
        close(open, merges);
        bytes = 0;
      }
      if (small) {
        open.add(shard);
        bytes += shard.cutBytes();
      }
    }
    close(open, merges);
    return new CompactionPlan(merges);
  }

  /** A reset will be of whole units: what it takes along must be known, and be there to be told. */
  private static boolean isWhole(ListedShard shard, Set<String> complete) {
    return !shard.units().isEmpty() && complete.containsAll(shard.units());
  }

  private static boolean isBeside(ListedShard one, ListedShard other) {
    return one.file().bucket().equals(other.file().bucket())
        && one.file().dump().equals(other.file().dump())
        && names(one).equals(names(other));
  }

  /** The units without their generations. */
  private static Set<String> names(ListedShard shard) {
    return shard.units().stream()
        .map(unit -> Unit.parse(unit).name())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static void close(List<ListedShard> open, List<Merge> merges) {
    if (open.size() > 1) {
      merges.add(new Merge(List.copyOf(open)));
    }
    open.clear();
  }

  /** What becomes one, by bucket, dump and rank. */
  List<Merge> merges() {
    return merges;
  }

  /** The shards that would go. */
  public int shards() {
    return merges.stream().mapToInt(merge -> merge.shards().size()).sum();
  }

  /** The shards that would come. */
  public int merged() {
    return merges.size();
  }

  /** Bytes of the shards that would go. */
  public long bytes() {
    return merges.stream().mapToLong(Merge::bytes).sum();
  }
}
