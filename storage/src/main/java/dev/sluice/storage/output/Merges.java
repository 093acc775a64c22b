package dev.sluice.storage.output;

import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.Manifests.ListedShard;
import java.util.Collection;
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
 * What compactions and take-downs have made of the shards of an output: merged shards, rewritten
 * shards, and the shards that they replace.
 *
 * <p>A merge or rewrite is applied only if all shards that it replaces are known. If a caller reads
 * the compactions after the cut records, it may see merges of shards whose cuts it has not read
 * yet. These are ignored. Immutable.
 */
final class Merges {
  private final Map<String, ListedShard> merged = new LinkedHashMap<>();

  /** The replaced shards, each with the shard that has its rows; empty if no row is left. */
  private final Map<String, Optional<CutFile>> replaced = new HashMap<>();

  /** The rows removed from a shard, and from those that it was made of, by path and dump. */
  private final Map<String, Map<String, Long>> removed = new HashMap<>();

  /**
   * What a shard is now.
   *
   * @param file the file that has its rows; the last one that had any if there are none
   * @param isEmpty whether no row is left
   */
  record Standing(CutFile file, boolean isEmpty) {}

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
      for (RewrittenShard rewrite : compaction.rewrites()) {
        if (known.containsKey(rewrite.replaces())) {
          apply(rewrite, known);
        }
      }
    }
  }

  private static Set<String> named(List<Compaction> compactions) {
    Set<String> paths = new HashSet<>();
    compactions.forEach(compaction -> paths.addAll(compaction.replaced()));
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
      replaced.put(path, Optional.of(merge.file()));
      remove(merge.file().path(), removedFrom(path));
    }
    ListedShard shard = new ListedShard(merge.file(), units, bytes);
    merged.put(merge.file().path(), shard);
    known.put(merge.file().path(), shard);
  }

  private void apply(RewrittenShard rewrite, Map<String, ListedShard> known) {
    ListedShard before = known.get(rewrite.replaces());
    CutFile file = rewrite.remaining().orElse(before.file());
    ListedShard after = new ListedShard(file, before.units(), before.cutBytes());
    replaced.put(rewrite.replaces(), rewrite.remaining());
    if (rewrite.remaining().isPresent()) {
      remove(file.path(), removedFrom(rewrite.replaces()));
    }
    remove(file.path(), rewrite.removed());
    if (merged.remove(rewrite.replaces()) != null) {
      merged.put(file.path(), after);
    }
    known.put(file.path(), after);
  }

  private void remove(String path, Map<String, Long> rows) {
    if (!rows.isEmpty()) {
      Map<String, Long> sums = removed.computeIfAbsent(path, first -> new HashMap<>());
      rows.forEach((dump, count) -> sums.merge(dump, count, Long::sum));
    }
  }

  /** Returns the number of rows removed from the shard at a path in all its forms, by dump. */
  Map<String, Long> removedFrom(String path) {
    return removed.getOrDefault(path, Map.of());
  }

  /**
   * Returns the merged shards, without those that a later compaction has replaced. A rewritten one
   * is in the place of the former one, and one without a row is in its own place.
   */
  Collection<ListedShard> shards() {
    return merged.values();
  }

  /** Returns whether no row is left of a merged shard. */
  boolean isEmptied(ListedShard shard) {
    return isReplaced(shard.file().path());
  }

  /** Returns the merged shard at a path, if it exists. */
  Optional<ListedShard> shard(String path) {
    return Optional.ofNullable(merged.get(path));
  }

  /** Returns what the shard of a cut is now, or empty if it was merged with others. */
  Optional<Standing> standing(CutFile cut) {
    CutFile file = cut;
    while (isReplaced(file.path())) {
      Optional<CutFile> next = replaced.get(file.path());
      if (next.isEmpty()) {
        return Optional.of(new Standing(file, true));
      }
      if (CutFile.compactionOf(next.get().path()).isPresent()) {
        return Optional.empty();
      }
      file = next.get();
    }
    return Optional.of(new Standing(file, false));
  }

  /**
   * Returns whether another shard has replaced the shard at this path, or nothing is left of it.
   */
  private boolean isReplaced(String path) {
    return replaced.containsKey(path);
  }

  /**
   * Returns the paths of all replaced shards, each with the path of the shard that now has its
   * rows, or nothing if no row is left.
   */
  Map<String, Optional<String>> replaced() {
    Map<String, Optional<String>> holders = new HashMap<>();
    replaced.forEach((path, next) -> holders.put(path, next.flatMap(this::holder)));
    return holders;
  }

  private Optional<String> holder(CutFile file) {
    Optional<CutFile> holder = Optional.of(file);
    while (holder.isPresent() && isReplaced(holder.get().path())) {
      holder = replaced.get(holder.get().path());
    }
    return holder.map(CutFile::path);
  }
}
