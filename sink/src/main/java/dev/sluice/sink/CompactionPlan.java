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
 * Decides which shards to merge. A merge takes as many consecutive small shards of one bucket and
 * dump as fit into a full shard, if their rows came from the same input directories. The plan is a
 * pure function of the manifests.
 *
 * <p>Directories are kept apart because rows in one shard can only be forgotten together;
 * otherwise, rows without a dump would tie all directories to each other. The plan uses the sizes
 * of the shards as cut, because a merged shard may be smaller than its parts, and would be merged
 * again and again.
 */
public final class CompactionPlan {
  private final List<Merge> merges;

  /**
   * Shards that are merged into one shard.
   *
   * @param shards two or more shards of one bucket and dump, in the order of their rows
   */
  record Merge(List<ListedShard> shards) {
    CutFile first() {
      return shards.get(0).file();
    }

    /**
     * Returns the highest rank of the shards. If merged shards are merged, it need not be that of
     * the last shard.
     */
    long lastRank() {
      return shards.stream().mapToLong(shard -> shard.file().lastRank()).max().orElseThrow();
    }

    /** Returns the total size of the shards, in bytes. */
    long bytes() {
      return shards.stream().mapToLong(shard -> shard.file().bytes()).sum();
    }
  }

  private CompactionPlan(List<Merge> merges) {
    this.merges = List.copyOf(merges);
  }

  /**
   * Plans the merges.
   *
   * @param belowBytes only smaller shards are merged
   * @param maxFileBytes maximum size of a merged shard
   */
  static CompactionPlan of(Manifests manifests, long belowBytes, long maxFileBytes) {
    Set<String> complete = new HashSet<>(manifests.completeUnits());
    List<Merge> merges = new ArrayList<>();
    List<ListedShard> open = new ArrayList<>();
    long bytes = 0;
    for (ListedShard shard : manifests.listedWithUnits()) {
      boolean small = shard.cutBytes() < belowBytes && isComplete(shard, complete);
      boolean fits = small && bytes + shard.cutBytes() <= maxFileBytes;
      if (!open.isEmpty() && !(fits && isMergeable(open.get(0), shard))) {
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

  /**
   * Returns whether the units of a shard are known and complete. A reset forgets complete units and
   * must be able to name them.
   */
  private static boolean isComplete(ListedShard shard, Set<String> complete) {
    return !shard.units().isEmpty() && complete.containsAll(shard.units());
  }

  private static boolean isMergeable(ListedShard one, ListedShard other) {
    return one.file().bucket().equals(other.file().bucket())
        && one.file().dump().equals(other.file().dump())
        && names(one).equals(names(other));
  }

  /** Returns the names of the units, without their generations. */
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

  /** Returns the merges, ordered by bucket, dump and rank. */
  List<Merge> merges() {
    return merges;
  }

  /** Returns the number of shards that would be replaced. */
  public int shards() {
    return merges.stream().mapToInt(merge -> merge.shards().size()).sum();
  }

  /** Returns the number of merged shards. */
  public int merged() {
    return merges.size();
  }

  /** Returns the total size of the shards that would be replaced, in bytes. */
  public long bytes() {
    return merges.stream().mapToLong(Merge::bytes).sum();
  }
}
