package dev.sluice.jobs.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The first changes of one kind in the order of an output, of a larger number that comes in any
 * order. Not thread-safe.
 */
final class FirstChanges {
  private final int most;
  private final SortedMap<Long, Change> first = new TreeMap<>();

  private record Change(List<String> before, List<String> after) {}

  FirstChanges(int most) {
    this.most = most;
  }

  /** Takes a change, unless it is later than all that are kept. */
  void offer(long ordinal, List<String> before, List<String> after) {
    if (first.size() < most || ordinal < first.lastKey()) {
      first.put(ordinal, new Change(before, after));
      if (first.size() > most) {
        first.remove(first.lastKey());
      }
    }
  }

  /** Reads the ids of those that are kept. */
  List<ChangedId> read(IdScan scan) throws IOException, InterruptedException {
    List<ChangedId> changes = new ArrayList<>();
    if (!first.isEmpty()) {
      scan.read(
          (shard, ordinal, id) -> {
            Change change = first.get(ordinal);
            if (change != null) {
              changes.add(
                  new ChangedId(
                      new String(id, UTF_8), shard.dump(), change.before(), change.after()));
            }
          });
    }
    return changes;
  }
}
