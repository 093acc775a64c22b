package dev.sluice.storage.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What resets have forgotten, by the cut records of all partitions. A reset counts once every
 * partition has cut at its record: until then the output is what it was, and afterwards all of it
 * is gone at once. Immutable.
 */
public final class ForgottenDumps {
  private final List<List<CutRecord>> logs;
  private final Map<String, ForgottenDump> arrived = new LinkedHashMap<>();
  private final Map<String, ForgottenDump> complete = new LinkedHashMap<>();
  private final Map<String, Integer> partitions = new LinkedHashMap<>();

  /**
   * @param logs the cut records of each partition of each curated topic
   */
  public ForgottenDumps(List<List<CutRecord>> logs) {
    this.logs = logs;
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        cut.forgotten().forEach(this::add);
      }
    }
  }

  private void add(ForgottenDump forgotten) {
    arrived.putIfAbsent(forgotten.reset(), forgotten);
    if (partitions.merge(forgotten.reset(), 1, Integer::sum) == logs.size()) {
      complete.put(forgotten.reset(), forgotten);
    }
  }

  /** The resets that any partition has cut at. */
  public List<ForgottenDump> arrived() {
    return List.copyOf(arrived.values());
  }

  /** The resets that every partition has cut at, in order. */
  public List<ForgottenDump> complete() {
    return List.copyOf(complete.values());
  }

  /** Whether every partition has cut at a reset's record. */
  public boolean isComplete(String reset) {
    return complete.containsKey(reset);
  }

  /** How many partitions of curated topics have cut at a reset's record. */
  public int partitions(String reset) {
    return partitions.getOrDefault(reset, 0);
  }

  /** The ids of the units that no longer count. */
  Set<String> units() {
    Set<String> units = new TreeSet<>();
    complete.values().forEach(reset -> reset.units().forEach(unit -> units.add(unit.unit())));
    return units;
  }

  /** The cuts of a log whose files of a dump count. */
  List<CutRecord> counting(List<CutRecord> log, String dump) {
    for (int i = log.size() - 1; i >= 0; i--) {
      if (log.get(i).forgotten().stream().anyMatch(f -> f.dump().equals(dump) && counts(f))) {
        return log.subList(i + 1, log.size());
      }
    }
    return log;
  }

  private boolean counts(ForgottenDump forgotten) {
    return isComplete(forgotten.reset());
  }

  /** All files of a dump that were ever published before a reset's record, where it has come. */
  public List<CutFile> files(ForgottenDump reset) {
    return files(reset.dump(), reset.reset());
  }

  private List<CutFile> files(String dump, String reset) {
    List<CutFile> files = new ArrayList<>();
    for (List<CutRecord> log : logs) {
      boolean arrived = false;
      for (int i = 0; i < log.size() && !arrived; i++) {
        CutRecord cut = log.get(i);
        cut.files().stream().filter(file -> file.dump().equals(dump)).forEach(files::add);
        arrived = cut.forgotten().stream().anyMatch(f -> f.reset().equals(reset));
      }
    }
    return files;
  }

  /**
   * The files that a reset forgets, or would forget: those of the dump since the one before it.
   *
   * @param reset id of a reset, whether or not its record has come anywhere
   */
  public List<CutFile> filesOf(String dump, String reset) {
    Set<CutFile> files = new LinkedHashSet<>(files(dump, reset));
    for (ForgottenDump other : complete.values()) {
      boolean isEarlier = !other.reset().equals(reset) && other.dump().equals(dump);
      if (isEarlier && !isAfter(other.reset(), reset)) {
        files(other).forEach(files::remove);
      }
    }
    return List.copyOf(files);
  }

  private boolean isAfter(String other, String reset) {
    List<String> order = List.copyOf(complete.keySet());
    return order.contains(reset) && order.indexOf(other) > order.indexOf(reset);
  }
}
