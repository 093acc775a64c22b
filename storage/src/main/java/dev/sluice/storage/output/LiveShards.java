package dev.sluice.storage.output;

import dev.sluice.storage.output.Manifests.ListedShard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * The shards of an output that are neither forgotten by a reset nor replaced by a compaction. They
 * include shards of units that are not complete. Computed in one pass over the cut records.
 * Immutable.
 */
final class LiveShards {
  private final List<List<CutRecord>> logs;
  private final Map<String, List<Shard>> byDirectory = new HashMap<>();
  private final List<ListedShard> merged;

  /** A shard with the indexes of its log and cut. */
  private record Shard(int log, int cut, CutFile file) {}

  LiveShards(List<List<CutRecord>> logs, Merges merges, ForgottenDumps forgotten) {
    this.logs = logs;
    this.merged = merges.shards().stream().filter(shard -> !forgotten.isForgotten(shard)).toList();
    for (int log = 0; log < logs.size(); log++) {
      for (int cut = 0; cut < logs.get(log).size(); cut++) {
        CutRecord record = logs.get(log).get(cut);
        for (CutFile file : record.files()) {
          if (!merges.isReplaced(file.path()) && !forgotten.isForgotten(record, file)) {
            add(new Shard(log, cut, file));
          }
        }
      }
    }
  }

  private void add(Shard shard) {
    byDirectory.computeIfAbsent(shard.file().dump(), dump -> new ArrayList<>()).add(shard);
  }

  private Stream<Shard> cut() {
    return byDirectory.values().stream().flatMap(List::stream);
  }

  /** Returns all live shards, in no particular order. */
  List<CutFile> all() {
    return Stream.concat(cut().map(Shard::file), merged.stream().map(ListedShard::file)).toList();
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
        byDirectory.getOrDefault(dump, List.of()).stream()
            .filter(shard -> shard.cut() <= lastCuts[shard.log()])
            .map(Shard::file),
        merged.stream()
            .filter(shard -> shard.file().dump().equals(dump))
            .filter(shard -> complete.containsAll(shard.units()))
            .map(ListedShard::file));
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
    return new ListedShard(shard.file(), units, shard.file().bytes());
  }

  /** Returns whether a merged shard has rows of both units. */
  boolean areMerged(String unit, String other) {
    return merged.stream().anyMatch(s -> s.units().contains(unit) && s.units().contains(other));
  }
}
