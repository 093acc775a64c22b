package dev.sluice.storage.output;

import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.Manifests.ListedShard;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The merged shards of an output and the shards that they replace, from its compactions and cut
 * records.
 *
 * <p>A merge is applied only if all shards that it replaces are known. If a caller reads the
 * compactions after the cut records, it may see merges of shards whose cuts it has not read yet.
 * These are ignored. Immutable.
 */
final class Merges {
  private final Map<String, ListedShard> merged = new LinkedHashMap<>();

  /** The replaced shards, each with the shard that its rows were merged into. */
  private final Map<String, String> replaced = new HashMap<>();

  /**
   * Applies compactions to cut records.
   *
   * @param logs the cut records of all partitions
   * @param compactions the compactions, in order
   */
  Merges(List<List<CutRecord>> logs, List<Compaction> compactions) {
    Map<String, ListedShard> known =
        compactions.isEmpty() ? Map.of() : cut(logs, named(compactions));
    for (Compaction compaction : compactions) {
      for (MergedShard merge : compaction.merges()) {
        if (known.keySet().containsAll(merge.replaces())) {
          apply(merge, known);
        }
      }
    }
  }

  private static Set<String> named(List<Compaction> compactions) {
    Set<String> paths = new HashSet<>();
    for (Compaction compaction : compactions) {
      compaction.merges().forEach(merge -> paths.addAll(merge.replaces()));
    }
    return paths;
  }

  private static Map<String, ListedShard> cut(List<List<CutRecord>> logs, Set<String> paths) {
    Map<String, ListedShard> known = new HashMap<>();
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        for (CutFile file : cut.files()) {
          if (paths.contains(file.path())) {
            known.put(file.path(), new ListedShard(file, cut.unitsOf(file), file.bytes()));
          }
        }
      }
    }
    return known;
  }

  private void apply(MergedShard merge, Map<String, ListedShard> known) {
    SortedSet<String> units = new TreeSet<>();
    long bytes = 0;
    for (String path : merge.replaces()) {
      units.addAll(known.get(path).units());
      bytes += known.get(path).cutBytes();
      merged.remove(path);
      replaced.put(path, merge.file().path());
    }
    ListedShard shard = new ListedShard(merge.file(), units, bytes);
    merged.put(merge.file().path(), shard);
    known.put(merge.file().path(), shard);
  }

  /** Returns the merged shards, without those that a later compaction has replaced. */
  Collection<ListedShard> shards() {
    return Collections.unmodifiableCollection(merged.values());
  }

  /** Returns the merged shard at a path, if it exists. */
  Optional<ListedShard> shard(String path) {
    return Optional.ofNullable(merged.get(path));
  }

  /** Returns whether a merged shard has replaced the shard at this path. */
  boolean isReplaced(String path) {
    return replaced.containsKey(path);
  }

  /**
   * Returns the paths of all replaced shards, each with the path of the shard that now has its
   * rows.
   */
  Map<String, String> replaced() {
    Map<String, String> holders = new HashMap<>();
    replaced.forEach((path, merged) -> holders.put(path, holder(merged)));
    return holders;
  }

  private String holder(String path) {
    String holder = path;
    while (isReplaced(holder)) {
      holder = replaced.get(holder);
    }
    return holder;
  }
}
