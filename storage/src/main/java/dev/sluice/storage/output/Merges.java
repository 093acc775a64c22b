package dev.sluice.storage.output;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What compactions have made of the shards of cut records. A merge counts where everything that it
 * replaces is known: who looks at the compactions later than at the cut records may see more of
 * them. Immutable.
 */
final class Merges {
  private final Map<String, Merged> merged = new LinkedHashMap<>();
  private final Set<String> replaced = new HashSet<>();

  /**
   * A shard as what it comes from is known.
   *
   * @param file the shard
   * @param units that it has rows of; none where cut records do not say
   * @param cutBytes of the shards that cuts have published: of this one, or of all that it is made
   *     of
   */
  record Merged(CutFile file, SortedSet<String> units, long cutBytes) {}

  /**
   * Puts compactions on top of cut records.
   *
   * @param logs of all partitions
   * @param compactions in order
   */
  Merges(List<List<CutRecord>> logs, List<Compaction> compactions) {
    Map<String, Merged> known = compactions.isEmpty() ? Map.of() : cut(logs, named(compactions));
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

  private static Map<String, Merged> cut(List<List<CutRecord>> logs, Set<String> paths) {
    Map<String, Merged> known = new HashMap<>();
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        for (CutFile file : cut.files()) {
          if (paths.contains(file.path())) {
            known.put(file.path(), new Merged(file, cut.unitsOf(file), file.bytes()));
          }
        }
      }
    }
    return known;
  }

  private void apply(MergedShard merge, Map<String, Merged> known) {
    SortedSet<String> units = new TreeSet<>();
    long bytes = 0;
    for (String path : merge.replaces()) {
      units.addAll(known.get(path).units());
      bytes += known.get(path).cutBytes();
      merged.remove(path);
      replaced.add(path);
    }
    Merged shard = new Merged(merge.file(), units, bytes);
    merged.put(merge.file().path(), shard);
    known.put(merge.file().path(), shard);
  }

  /** The shards that compactions have made, and that no later one has replaced. */
  Collection<Merged> shards() {
    return Collections.unmodifiableCollection(merged.values());
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
