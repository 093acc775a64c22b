package dev.sluice.storage.output;

import dev.sluice.storage.output.Manifests.ListedShard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The units and files that resets have forgotten. The cut records of all partitions decide. A reset
 * takes effect when every partition has cut at its record: until then, the output is unchanged;
 * afterwards, everything that it forgets is gone at once. Immutable.
 */
public final class ForgottenDumps {
  private final List<List<CutRecord>> logs;
  private final Merges merges;
  private final Map<String, ForgottenDump> arrived = new LinkedHashMap<>();
  private final Map<String, ForgottenDump> complete = new LinkedHashMap<>();
  private final Map<String, Integer> partitions = new LinkedHashMap<>();
  private final Set<String> units = new TreeSet<>();

  /**
   * @param merges the merges of these shards
   */
  ForgottenDumps(List<List<CutRecord>> logs, Merges merges) {
    this.logs = logs;
    this.merges = merges;
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        cut.forgotten().forEach(this::add);
      }
    }
    complete.values().forEach(reset -> units.addAll(reset.unitIds()));
  }

  private void add(ForgottenDump forgotten) {
    arrived.putIfAbsent(forgotten.reset(), forgotten);
    if (partitions.merge(forgotten.reset(), 1, Integer::sum) == logs.size()) {
      complete.put(forgotten.reset(), forgotten);
    }
  }

  /** Returns the resets at which at least one partition has cut. */
  public List<ForgottenDump> arrived() {
    return List.copyOf(arrived.values());
  }

  /** Returns the resets at which every partition has cut, in order. */
  public List<ForgottenDump> complete() {
    return List.copyOf(complete.values());
  }

  /** Returns the resets at which some partitions have cut, but not all. */
  public List<ForgottenDump> inProgress() {
    return arrived.values().stream().filter(reset -> !isComplete(reset.reset())).toList();
  }

  /** Returns whether every partition has cut at a reset's record. */
  public boolean isComplete(String reset) {
    return complete.containsKey(reset);
  }

  /** Returns the number of partitions of curated topics that have cut at a reset's record. */
  public int partitions(String reset) {
    return partitions.getOrDefault(reset, 0);
  }

  /** Returns the ids of the units that no longer count. */
  public Set<String> units() {
    return Set.copyOf(units);
  }

  /** Returns whether a file no longer counts. */
  boolean isForgotten(CutRecord cut, CutFile file) {
    return !complete.isEmpty() && holdsOnly(cut, file, units);
  }

  /** Returns whether a merged shard no longer counts. */
  boolean isForgotten(ListedShard shard) {
    return areOnly(shard.units(), units);
  }

  private static boolean holdsOnly(CutRecord cut, CutFile file, Set<String> units) {
    return areOnly(cut.unitsOf(file), units);
  }

  private static boolean areOnly(Set<String> owners, Set<String> units) {
    return !owners.isEmpty() && units.containsAll(owners);
  }

  /** Returns all files that no longer count. */
  public List<CutFile> files() {
    return filesOf(units);
  }

  /**
   * Returns all files of these units that were ever published, whether or not they count. Merged
   * and rewritten shards are in place of the shards that they replaced.
   */
  public List<CutFile> filesOf(Set<String> ids) {
    List<CutFile> files = new ArrayList<>();
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        cut.files().stream()
            .filter(file -> holdsOnly(cut, file, ids))
            .flatMap(file -> merges.standing(file).stream())
            .filter(now -> !now.isEmpty())
            .forEach(now -> files.add(now.file()));
      }
    }
    merges.shards().stream()
        .filter(shard -> !merges.isEmptied(shard) && areOnly(shard.units(), ids))
        .map(ListedShard::file)
        .forEach(files::add);
    return files;
  }
}
