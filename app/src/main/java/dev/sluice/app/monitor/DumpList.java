package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.ingest.IngestGauge.UnitReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lists the dumps of an output from its units. Files outside of directories of dumps are listed
 * under {@link dev.sluice.core.Unit#LOOSE_TITLE}. Used once.
 */
final class DumpList {
  private final Map<String, Files> files = new LinkedHashMap<>();
  private final Map<String, Set<String>> states = new LinkedHashMap<>();

  /** The sums over the units of a dump's directory. */
  private record Files(int files, int filesRead, long bytes, long bytesRead) {
    private Files plus(UnitReading unit) {
      return new Files(
          files + unit.files(),
          filesRead + unit.filesRead(),
          bytes + unit.bytes(),
          bytesRead + unit.bytesRead());
    }
  }

  /**
   * Adds a unit. Units are added in the order of reading.
   *
   * @param dumps dumps of the unit's rows
   */
  void add(UnitReading unit, boolean isSealed, Set<String> dumps) {
    files.merge(unit.title(), new Files(0, 0, 0, 0).plus(unit), (sum, one) -> sum.plus(unit));
    Set<String> all = new TreeSet<>(dumps);
    all.add(unit.title());
    for (String dump : all) {
      states.computeIfAbsent(dump, name -> new TreeSet<>()).add(state(unit, isSealed));
    }
  }

  /** Adds a sealed dump about which nothing else is known. */
  void addSealed(String dump) {
    states.computeIfAbsent(dump, name -> new TreeSet<>()).add(Dump.SEALED);
  }

  private static String state(UnitReading unit, boolean isSealed) {
    if (isSealed) {
      return Dump.SEALED;
    }
    if (unit.ended()) {
      return Dump.CURATING;
    }
    return unit.begun() ? Dump.READING : Dump.WAITING;
  }

  /**
   * Returns the dumps, ordered by unit.
   *
   * @param rows number of rows read, by dump
   * @param kept number of documents kept, by dump
   * @param secondsLeft remaining seconds, by dump
   */
  List<Dump> dumps(Map<String, Long> rows, Map<String, Long> kept, Map<String, Long> secondsLeft) {
    Set<String> names = new TreeSet<>(rows.keySet());
    names.addAll(kept.keySet());
    names.forEach(name -> states.computeIfAbsent(name, dump -> Set.of(Dump.CURATING)));
    List<Dump> dumps = new ArrayList<>();
    states.forEach(
        (name, all) -> {
          Files sum = files.getOrDefault(name, new Files(0, 0, 0, 0));
          long read = rows.getOrDefault(name, 0L);
          boolean isSealed = all.contains(Dump.SEALED);
          if (sum.files() > 0 || read > 0 || kept.containsKey(name) || isSealed) {
            dumps.add(
                new Dump(
                    name,
                    least(all),
                    sum.files(),
                    sum.filesRead(),
                    sum.bytes(),
                    sum.bytesRead(),
                    read,
                    kept.getOrDefault(name, 0L),
                    secondsLeft.get(name)));
          }
        });
    return dumps;
  }

  /**
   * Returns the state of the unit that is farthest from being sealed. Waiting units count only if
   * no unit is being read or curated.
   */
  private static String least(Set<String> states) {
    return Dump.STATES.stream().filter(states::contains).findFirst().orElseThrow();
  }
}
