package dev.sluice.storage.output;

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
 * What compactions have made of the shards of cut records. A merge counts where everything that it
 * replaces is known: who looks at the compactions later than at the cut records may see more of
 * them. Immutable.
 */
final class Merges {
  private final Map<String, ListedShard> merged = new LinkedHashMap<>();
  private final Set<String> replaced = new HashSet<>();

  /**
   * Puts compactions on top of cut records.
   *
   * @param logs of all partitions
   * @param compactions in order
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
      replaced.add(path);
    }
    ListedShard shard = new ListedShard(merge.file(), units, bytes);
    merged.put(merge.file().path(), shard);
    known.put(merge.file().path(), shard);
  }

  /** The shards that compactions have made, and that no later one has replaced. */
  Collection<ListedShard> shards() {
    return Collections.unmodifiableCollection(merged.values());
  }

  /** The shard that a compaction has made under a path, if one has. */
  Optional<ListedShard> shard(String path) {
    return Optional.ofNullable(merged.get(path));
  }

  /** Whether another shard has a shard's rows. */
  boolean isReplaced(String path) {
    return replaced.contains(path);
  }

  /** The paths of all shards whose rows others have. */
  Set<String> replaced() {
    return replaced;
  }
}
