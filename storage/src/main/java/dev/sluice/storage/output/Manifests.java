package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Counters.Key;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes manifests from the cut records of all partitions of all curated topics, and from the
 * compactions and take-downs of their shards.
 *
 * <p>A unit is included once a cut covers its end-of-unit marker in every partition, and not
 * before. So the manifests do not depend on which partition was ahead: any process that computes
 * them from the same records gets the same bytes.
 *
 * <p>Creating an instance and computing all manifests each take time linear in the number of cut
 * records. Immutable.
 */
public final class Manifests {
  /**
   * The name of the manifest for the files of all dumps. It exists if shards are not laid out by
   * dump.
   */
  public static final String ALL_DUMPS = "all";

  private final List<String> buckets;
  private final SortedMap<String, String> content;
  private final List<List<CutRecord>> logs;
  private final List<Compaction> compactions;
  private final Merges merges;
  private final ForgottenDumps forgotten;
  private final Map<String, List<EndedUnit>> complete;
  private List<UnitCuts> byUnit = List.of();
  private LiveShards live;
  private Map<String, List<String>> unitsOfDumps;
  private List<CutFile> listed;

  private static final Comparator<CutFile> ORDER =
      Comparator.comparing(CutFile::bucket)
          .thenComparing(CutFile::dump)
          .thenComparingLong(CutFile::rank);

  /**
   * Computes the manifests of an output with compactions.
   *
   * @param buckets names, ascending by score
   * @param content the configuration that decided the content
   * @param logs the cut records of each partition of each curated topic
   * @param compactions the compactions, in order. Read them before the cut records, so that all
   *     shards that they replace are known
   */
  public Manifests(
      List<String> buckets,
      SortedMap<String, String> content,
      List<List<CutRecord>> logs,
      List<Compaction> compactions) {
    this.buckets = buckets;
    this.content = content;
    this.logs = logs;
    this.compactions = List.copyOf(compactions);
    this.merges = new Merges(logs, compactions);
    this.forgotten = new ForgottenDumps(logs, merges);
    this.complete = complete(logs);
    complete.keySet().removeAll(forgotten.units());
  }

  /** Returns the ends of each unit that has ended in all partitions, in the order of the ends. */
  private static Map<String, List<EndedUnit>> complete(List<List<CutRecord>> logs) {
    Map<String, List<EndedUnit>> parts = new LinkedHashMap<>();
    for (List<CutRecord> log : logs) {
      for (CutRecord cut : log) {
        for (EndedUnit unit : cut.ended()) {
          parts.computeIfAbsent(unit.unit(), id -> new ArrayList<>()).add(unit);
        }
      }
    }
    parts.values().removeIf(ends -> ends.size() < logs.size());
    return parts;
  }

  /**
   * Returns the records of each log by unit. Computed on demand, because most callers do not need
   * it.
   */
  private synchronized List<UnitCuts> byUnit() {
    if (byUnit.isEmpty()) {
      byUnit = logs.stream().map(UnitCuts::new).toList();
    }
    return byUnit;
  }

  /** Returns the live shards, computed on demand. */
  private synchronized LiveShards live() {
    if (live == null) {
      live = new LiveShards(logs, merges, forgotten);
    }
    return live;
  }

  /**
   * Returns the complete units of each dump, which its manifest lists, in the order of their ends.
   */
  private synchronized Map<String, List<String>> unitsOfDumps() {
    if (unitsOfDumps == null) {
      unitsOfDumps = new TreeMap<>();
      complete.forEach(
          (unit, parts) ->
              parts
                  .get(0)
                  .dumps()
                  .forEach(
                      dump ->
                          unitsOfDumps.computeIfAbsent(dump, d -> new ArrayList<>()).add(unit)));
    }
    return unitsOfDumps;
  }

  /** Returns the units and files that resets have forgotten. No manifest includes any of them. */
  public ForgottenDumps forgotten() {
    return forgotten;
  }

  /**
   * Returns the ids of the units that have ended in every partition and are not forgotten. They are
   * in the order of their ends.
   */
  public List<String> completeUnits() {
    return List.copyOf(complete.keySet());
  }

  /** Returns the end of a complete unit, as the first partition recorded it. */
  EndedUnit ended(String unit) {
    return complete.get(unit).get(0);
  }

  /** Returns the losses of the files of all complete units, as counted by ingest. */
  public InputLosses losses() {
    return complete.keySet().stream().map(this::losses).reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** Returns the losses of the files of a complete unit. */
  public InputLosses losses(String unit) {
    return ended(unit).lost();
  }

  /**
   * Returns the state that determines the manifest of a dump. Equal states have equal manifests.
   */
  public List<Object> stateOf(String dump) {
    return List.of(List.copyOf(unitsOfDump(dump)), compactions.size(), forgotten.complete());
  }

  /** Returns the number of compactions that merged shards. */
  public int compactions() {
    return (int) compactions.stream().filter(each -> !each.merges().isEmpty()).count();
  }

  /** Returns the number of the last finished take-down, or 0 if there is none. */
  public long finishedTakeDown() {
    return compactions.stream()
        .filter(Compaction::complete)
        .mapToLong(Compaction::takeDown)
        .max()
        .orElse(0);
  }

  /**
   * Returns whether each unit arrived as a whole before the next one began. The order must be the
   * same in every partition. If not, several processes have read at the same time. Goes over all
   * records once.
   */
  public boolean arrivedInTurn() {
    List<String> order = null;
    for (List<CutRecord> log : logs) {
      List<String> ended = new ArrayList<>();
      if (!isInTurn(log, ended) || order != null && !order.equals(ended)) {
        return false;
      }
      order = ended;
    }
    return true;
  }

  /**
   * Returns whether units arrived one after another in a partition; adds the complete ones to a
   * list.
   */
  private boolean isInTurn(List<CutRecord> log, List<String> ended) {
    String open = "";
    for (CutRecord cut : log) {
      for (String unit : cut.units()) {
        if (!open.isEmpty() && !open.equals(unit)) {
          return false;
        }
        open = unit;
      }
      for (EndedUnit end : cut.ended()) {
        if (!open.isEmpty() && !open.equals(end.unit())) {
          return false;
        }
        open = "";
        if (complete.containsKey(end.unit())) {
          ended.add(end.unit());
        }
      }
    }
    return true;
  }

  /** Returns whether a unit has ended in every partition and is not forgotten. */
  public boolean isComplete(String unit) {
    return complete.containsKey(unit);
  }

  /**
   * Returns how many rows the complete units, except these, lost as duplicates or near-duplicates.
   */
  public long duplicatesRemovedOutside(Set<String> units) {
    List<String> others = complete.keySet().stream().filter(unit -> !units.contains(unit)).toList();
    Counters counters = counters(others, ALL_DUMPS);
    return counters.total(Outcome.DUPLICATES_REMOVED.key())
        + counters.total(Outcome.NEAR_DUPLICATES_REMOVED.key());
  }

  /** Returns whether manifests computed from later records are equal to these. */
  public boolean saysTheSame(Manifests later) {
    return completeUnits().equals(later.completeUnits())
        && compactions.size() == later.compactions.size()
        && forgotten.complete().equals(later.forgotten.complete());
  }

  /**
   * Returns the names of all manifests. These are the dumps of complete units, and {@link
   * #ALL_DUMPS} if shards are not laid out by dump.
   */
  public SortedSet<String> dumps() {
    SortedSet<String> dumps = new TreeSet<>(unitsOfDumps().keySet());
    if (!complete.isEmpty() && isWithoutDumps()) {
      dumps.add(ALL_DUMPS);
    }
    return dumps;
  }

  /**
   * Returns the names of the manifests that together list every shard once. If shards are not laid
   * out by dump, this is {@link #ALL_DUMPS} alone.
   */
  public Set<String> disjoint() {
    Set<String> dumps = dumps();
    return dumps.contains(ALL_DUMPS) ? Set.of(ALL_DUMPS) : dumps;
  }

  /**
   * Returns the manifests that include this unit. There are none while the unit is not complete.
   */
  public SortedSet<String> dumpsOf(String unit) {
    SortedSet<String> dumps = new TreeSet<>();
    List<EndedUnit> parts = complete.getOrDefault(unit, List.of());
    if (!parts.isEmpty()) {
      dumps.addAll(parts.get(0).dumps());
      if (isWithoutDumps()) {
        dumps.add(ALL_DUMPS);
      }
    }
    return dumps;
  }

  /**
   * Returns whether shards are not laid out by dump. In an output, either all shards are or none
   * is. Sequence numbers tell it also if no shard is left.
   */
  private boolean isWithoutDumps() {
    return logs.stream()
        .flatMap(List::stream)
        .flatMap(cut -> cut.sequences().keySet().stream())
        .findFirst()
        .map(String::isEmpty)
        .orElse(false);
  }

  /**
   * Checks that consecutive stages agree in the counters of these units. Call this before anything
   * about them is written.
   *
   * @param units complete units
   * @throws CounterMismatchException if any counters differ, with both numbers of each
   */
  public void requireReconciled(Collection<String> units) {
    List<String> mismatches = mismatches(units);
    if (!mismatches.isEmpty()) {
      throw new CounterMismatchException(mismatches);
    }
  }

  /**
   * Returns the counters of these complete units that differ between stages. Each has both numbers.
   */
  public List<String> mismatches(Collection<String> units) {
    Reconciliation reconciliation = new Reconciliation(byUnit());
    return units.stream().flatMap(unit -> reconciliation.mismatches(unit).stream()).toList();
  }

  /**
   * Returns the manifest of a dump as it is written to its file.
   *
   * @param lists the lists of the units' source files
   */
  public DumpManifest of(String dump, InputLists lists) throws IOException {
    Map<String, List<String>> inputs = new HashMap<>();
    for (String unit : unitsOfDump(dump)) {
      inputs.put(unit, lists.paths(complete.get(unit).get(0).inputs()));
    }
    return of(dump, inputs);
  }

  /** Returns the manifest of a dump, without the source files of its units. */
  public DumpManifest of(String dump) {
    return of(dump, Map.of());
  }

  private Collection<String> unitsOfDump(String dump) {
    return dump.equals(ALL_DUMPS)
        ? complete.keySet()
        : unitsOfDumps().getOrDefault(dump, List.of());
  }

  private DumpManifest of(String dump, Map<String, List<String>> inputs) {
    Collection<String> units = unitsOfDump(dump);
    List<UnitPart> parts =
        units.stream()
            .map(this::ended)
            .map(end -> UnitPart.of(end, inputs.getOrDefault(end.unit(), List.of()), dump))
            .toList();
    Counters counters = counters(units, dump);
    counters.merge(removedLater(dump));
    return DumpManifest.of(dump, counters, buckets, files(dump), parts, content);
  }

  /**
   * Returns what take-downs change in the counters of a dump: rows that were removed from its
   * shards are not kept.
   */
  private Counters removedLater(String dump) {
    Counters change = new Counters();
    String directory = isWithoutDumps() ? "" : dump;
    live()
        .rewrittenIn(directory, lastCuts(dump), complete.keySet())
        .forEach(
            file ->
                merges
                    .removedFrom(file.path())
                    .forEach(
                        (of, rows) -> {
                          change.add(new Key(of, file.bucket(), Outcome.KEPT.key()), -rows);
                          change.add(new Key(of, file.bucket(), Outcome.TAKEN_DOWN.key()), rows);
                        }));
    return dump.equals(ALL_DUMPS) ? change : change.ofDump(dump);
  }

  /**
   * Returns the counters of the rows of these complete units as the sink counted them: rows that a
   * later take-down removed are kept.
   */
  public Counters counters(Collection<String> units) {
    return counters(units, ALL_DUMPS);
  }

  /**
   * Returns the counters of these units in a dump; ingest's totals, which every partition repeats,
   * are added once. The topology's counts, less the rows that the sink left out, are summed over
   * partitions and topics.
   */
  private Counters counters(Collection<String> units, String dump) {
    Counters all = new Counters();
    for (String unit : units) {
      all.merge(Counters.ofNested(ended(unit).ingested()));
      byUnit().forEach(log -> all.merge(log.outcomes(log.end(unit).orElseThrow())));
    }
    return dump.equals(ALL_DUMPS) ? all : all.ofDump(dump);
  }

  /**
   * Returns the shards of a dump: in each partition, those up to the cut that covers the dump's
   * last unit, and the merged shards whose units are all complete.
   */
  private List<CutFile> files(String dump) {
    String directory = dump.equals(ALL_DUMPS) ? "" : dump;
    return live().in(directory, lastCuts(dump), complete.keySet()).sorted(ORDER).toList();
  }

  /** Returns the index, in each log, of the cut that covers the end of the dump's last unit. */
  private int[] lastCuts(String dump) {
    int[] last = new int[logs.size()];
    for (int log = 0; log < last.length; log++) {
      UnitCuts cuts = byUnit().get(log);
      last[log] =
          unitsOfDump(dump).stream()
              .mapToInt(unit -> cuts.end(unit).orElseThrow().index())
              .max()
              .orElse(-1);
    }
    return last;
  }

  /** Returns the rows and bytes of all listed shards. */
  public Totals totals() {
    long rows = 0;
    long bytes = 0;
    for (CutFile file : listed()) {
      rows += file.rows();
      bytes += file.bytes();
    }
    return new Totals(rows, bytes);
  }

  /**
   * The size of all listed shards.
   *
   * @param rows number of documents
   * @param bytes size of the files
   */
  public record Totals(long rows, long bytes) {}

  /**
   * Returns all shards that are neither forgotten nor replaced. They include shards of units that
   * are not complete.
   */
  public List<CutFile> shards() {
    return live().all();
  }

  /**
   * Returns the shards of all manifests by bucket, dump and rank. This is the order of their rows.
   */
  public synchronized List<CutFile> listed() {
    if (listed == null) {
      listed = dumps().stream().flatMap(dump -> files(dump).stream()).sorted(ORDER).toList();
    }
    return listed;
  }

  /** Returns the listed shards as parts of manifests. */
  List<FilePart> listedParts() {
    return listed().stream().map(FilePart::of).toList();
  }

  /**
   * Returns the content of {@code shards.txt} in UTF-8. It has the path of each listed shard
   * relative to the output's root, one per line.
   */
  public byte[] shardList() {
    StringBuilder lines = new StringBuilder();
    listed().forEach(file -> lines.append(file.path()).append('\n'));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the listed shards. Each has the units whose rows it contains. These include units that
   * are not complete.
   */
  public List<ListedShard> listedWithUnits() {
    return live().withUnits(listed());
  }

  /**
   * A shard of a manifest, with its units.
   *
   * @param file the shard
   * @param units the units whose rows it holds
   * @param cutBytes its size when it was cut; for a merged shard, the sum over all shards that it
   *     was made of
   */
  public record ListedShard(CutFile file, SortedSet<String> units, long cutBytes) {}

  /** Returns whether a merged shard has rows of both units. If so, a reset must forget both. */
  public boolean areMerged(String unit, String other) {
    return live().areMerged(unit, other);
  }

  /**
   * Returns the paths of all replaced shards, each with the path of the shard that now has its
   * rows, or nothing if no row is left.
   */
  public Map<String, Optional<String>> replaced() {
    return merges.replaced();
  }

  private boolean isNow(CutFile cut, CutFile shard) {
    return cut.equals(shard)
        || merges.standing(cut).filter(now -> now.file().equals(shard)).isPresent();
  }

  /** Returns the units whose rows a shard may have, sorted. */
  public SortedSet<String> unitsOf(CutFile shard) {
    SortedSet<String> units = new TreeSet<>();
    merges.shard(shard.path()).ifPresent(merged -> units.addAll(merged.units()));
    for (List<CutRecord> log : logs) {
      log.stream()
          .filter(cut -> cut.files().stream().anyMatch(file -> isNow(file, shard)))
          .forEach(cut -> units.addAll(cut.unitsOf(shard)));
    }
    return units;
  }

  /**
   * Thrown if two stages counted differently for a unit. Rows were lost, duplicated, or written by
   * a different program. No manifest may include such a unit.
   */
  public static final class CounterMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LISTED = 5;

    /** Creates the exception from at least one mismatch. Each mismatch has both numbers. */
    public CounterMismatchException(List<String> mismatches) {
      super(
          "the counters do not add up, so no manifest is written: %s%s; %s"
              .formatted(
                  String.join("; ", mismatches.subList(0, Math.min(LISTED, mismatches.size()))),
                  mismatches.size() > LISTED
                      ? " and %d more".formatted(mismatches.size() - LISTED)
                      : "",
                  "either another program writes to these topics or cut records, or this is a bug."
                      + " Run reset --dump for the dump, or reset --all, then ingest the sources"
                      + " again. Please report this line"));
    }
  }
}
