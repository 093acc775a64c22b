package dev.sluice.storage.output;

import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.output.Merges.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * The shards of an output that are neither forgotten by a reset nor replaced by a compaction or
 * take-down. They include shards of units that are not complete. A rewritten shard is in the place
 * of the shard of its cut, and so is one of which no row is left: it is no file, but the rows that
 * were removed from it count. Computed in one pass over the cut records. Immutable.
 */
final class LiveShards {
  private final List<List<CutRecord>> logs;
  private final Merges merges;
  private final Map<String, List<Shard>> byDirectory = new HashMap<>();
  private final List<ListedShard> merged;

  /** What a shard is now, with the indexes of its log and cut, and its size when it was cut. */
  private record Shard(int log, int cut, Standing now, long cutBytes) {
    CutFile file() {
      return now.file();
    }

    boolean isFile() {
      return !now.isEmpty();
    }
  }

  LiveShards(List<List<CutRecord>> logs, Merges merges, ForgottenDumps forgotten) {
    this.logs = logs;
    this.merges = merges;
    this.merged = merges.shards().stream().filter(shard -> !forgotten.isForgotten(shard)).toList();
    for (int log = 0; log < logs.size(); log++) {
      for (int cut = 0; cut < logs.get(log).size(); cut++) {
        CutRecord record = logs.get(log).get(cut);
        for (CutFile file : record.files()) {
          Optional<Standing> now = merges.standing(file);
          if (now.isPresent() && !forgotten.isForgotten(record, file)) {
            add(new Shard(log, cut, now.get(), file.bytes()));
          }
        }
      }
    }
  }

  private void add(Shard shard) {
    byDirectory.computeIfAbsent(shard.file().dump(), dump -> new ArrayList<>()).add(shard);
  }

  private Stream<Shard> cut() {
    return byDirectory.values().stream().flatMap(List::stream).filter(Shard::isFile);
  }

  private Stream<ListedShard> merged() {
    return merged.stream().filter(shard -> !merges.isEmptied(shard));
  }

  /** Returns all live shards, in no particular order. */
  List<CutFile> all() {
    return Stream.concat(cut().map(Shard::file), merged().map(ListedShard::file)).toList();
  }

  /**
   * Returns the shards in a directory that have only rows of complete units.
   *
   * @param dump the name of the directory; empty where shards are not laid out by dump
   * @param lastCuts for each log, the index of the last cut that counts
   * @param complete the ids of the complete units
   */
  Stream<CutFile> in(String dump, int[] lastCuts, Set<String> complete) {
    return Stream.concat(
        cutUpTo(dump, lastCuts).filter(Shard::isFile).map(Shard::file),
        mergedOf(dump, complete).filter(shard -> !merges.isEmptied(shard)).map(ListedShard::file));
  }

  /**
   * Returns the shards that {@link #in} returns, and those of which no row is left, if rows were
   * removed from them. The rows are in {@link Merges#removedFrom}.
   */
  Stream<CutFile> rewrittenIn(String dump, int[] lastCuts, Set<String> complete) {
    return Stream.concat(
            cutUpTo(dump, lastCuts).map(Shard::file),
            mergedOf(dump, complete).map(ListedShard::file))
        .filter(file -> !merges.removedFrom(file.path()).isEmpty());
  }

  private Stream<Shard> cutUpTo(String dump, int[] lastCuts) {
    return byDirectory.getOrDefault(dump, List.of()).stream()
        .filter(shard -> shard.cut() <= lastCuts[shard.log()]);
  }

  private Stream<ListedShard> mergedOf(String dump, Set<String> complete) {
    return merged.stream()
        .filter(shard -> shard.file().dump().equals(dump))
        .filter(shard -> complete.containsAll(shard.units()));
  }

  /** Adds to each shard the units whose rows it has. */
  List<ListedShard> withUnits(List<CutFile> shards) {
    Map<String, ListedShard> known = new HashMap<>();
    cut().map(this::withUnits).forEach(shard -> known.put(shard.file().path(), shard));
    merged.forEach(shard -> known.put(shard.file().path(), shard));
    return shards.stream().map(shard -> known.get(shard.path())).toList();
  }

  private ListedShard withUnits(Shard shard) {
    SortedSet<String> units = logs.get(shard.log()).get(shard.cut()).unitsOf(shard.file());
    return new ListedShard(shard.file(), units, shard.cutBytes());
  }

  /** Returns whether a merged shard has, or had before take-downs, rows of both units. */
  boolean areMerged(String unit, String other) {
    return merged.stream().anyMatch(s -> s.units().contains(unit) && s.units().contains(other));
  }
}
