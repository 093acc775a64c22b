package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.Remark;
import dev.sluice.core.Unit;
import dev.sluice.storage.output.DumpManifest.AsidePart;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Computes manifests from the cut records of all partitions of all curated topics, and from the
 * compactions of their shards.
 *
 * <p>A unit is included once a cut covers its end-of-unit marker in every partition, and not
 * before. So the manifests do not depend on which partition was ahead: any process that computes
 * them from the same records gets the same bytes.
 *
 * <p>Creating an instance and computing all manifests each take time linear in the number of cut
 * records. Immutable.
 */
public final class Manifests {
  /** The name of the manifest of all dumps' files, where shards are not laid out by dump. */
  public static final String ALL_DUMPS = "all";

  private final List<String> buckets;
  private final SortedMap<String, String> content;
  private final List<List<CutRecord>> logs;
  private final int compactions;
  private final Merges merges;
  private final ForgottenDumps forgotten;
  private final Map<String, List<EndedUnit>> complete;
  private List<UnitCuts> byUnit = List.of();
  private Map<String, List<Shard>> byDump;
  private Map<String, List<String>> unitsOfDumps;
  private List<CutFile> listed;

  private static final Comparator<CutFile> ORDER =
      Comparator.comparing(CutFile::bucket)
          .thenComparing(CutFile::dump)
          .thenComparingLong(CutFile::rank);

  /** A shard that is neither forgotten nor replaced, with the log and the cut that it is in. */
  private record Shard(int log, int cut, CutFile file) {}

  /**
   * @param buckets names, ascending by score
   * @param content the configuration that decided the content
   * @param logs the cut records of each partition of each curated topic
   */
  public Manifests(
      List<String> buckets, SortedMap<String, String> content, List<List<CutRecord>> logs) {
    this(buckets, content, logs, List.of());
  }

  /**
   * Computes manifests of an output in which shards may have been merged.
   *
   * @param buckets names, ascending by score
   * @param content the configuration that decided the content
   * @param logs the cut records of each partition of each curated topic
   * @param compactions in order. Read them before the cut records, so that all shards that they
   *     replace are known
   */
  public Manifests(
      List<String> buckets,
      SortedMap<String, String> content,
      List<List<CutRecord>> logs,
      List<Compaction> compactions) {
    this.buckets = buckets;
    this.content = content;
    this.logs = logs;
    this.compactions = compactions.size();
    this.merges = new Merges(logs, compactions);
    this.forgotten = new ForgottenDumps(logs, merges);
    this.complete = complete(logs);
    complete.keySet().removeAll(forgotten.units());
  }

  /**
   * For each unit that has ended in all partitions, what each of them recorded; in order of end.
   */
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

  /** The records of each log by unit. Computed on demand, because most callers do not need it. */
  private synchronized List<UnitCuts> byUnit() {
    if (byUnit.isEmpty()) {
      byUnit = logs.stream().map(UnitCuts::new).toList();
    }
    return byUnit;
  }

  /** The shards that count, by dump, in the order of logs and cuts. Computed on demand. */
  private synchronized Map<String, List<Shard>> byDump() {
    if (byDump == null) {
      byDump = new HashMap<>();
      for (int log = 0; log < logs.size(); log++) {
        for (int cut = 0; cut < logs.get(log).size(); cut++) {
          addShards(log, cut);
        }
      }
    }
    return byDump;
  }

  private void addShards(int log, int cut) {
    CutRecord record = logs.get(log).get(cut);
    for (CutFile file : record.files()) {
      if (!merges.isReplaced(file.path()) && !forgotten.isForgotten(record, file)) {
        byDump
            .computeIfAbsent(file.dump(), dump -> new ArrayList<>())
            .add(new Shard(log, cut, file));
      }
    }
  }

  /** The complete units of each dump, in order of end: those that its manifest has to name. */
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

  /** What resets have forgotten. No manifest includes any of it. */
  public ForgottenDumps forgotten() {
    return forgotten;
  }

  /**
   * The ids of the units that have ended in every partition and are not forgotten, in order of end.
   */
  public List<String> completeUnits() {
    return List.copyOf(complete.keySet());
  }

  /** Whether a unit has ended in every partition and is not forgotten. */
  public boolean isComplete(String unit) {
    return complete.containsKey(unit);
  }

  /** Whether all cut records say which units their rows came from; those of format 1 do not. */
  public boolean tellUnits() {
    return logs.stream().flatMap(List::stream).allMatch(CutRecord::tellsRows);
  }

  /** The number of rows that all other complete units lost as duplicates. */
  public long duplicatesRemovedOutside(Set<String> units) {
    List<List<EndedUnit>> others =
        complete.entrySet().stream()
            .filter(unit -> !units.contains(unit.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return counters(others, ALL_DUMPS).total(Outcome.DUPLICATES_REMOVED.key());
  }

  /** Whether manifests computed from later records are equal to these. */
  public boolean saysTheSame(Manifests later) {
    return completeUnits().equals(later.completeUnits()) && addsOnlyUnits(later);
  }

  /** Whether manifests computed from later records differ only by units that have ended since. */
  public boolean addsOnlyUnits(Manifests later) {
    return compactions == later.compactions
        && forgotten.complete().equals(later.forgotten.complete());
  }

  /**
   * The SHA-256, in hex, of everything that determines the manifests. If two digests of an output
   * are equal, so are the manifests.
   */
  public String digest() {
    return Publication.sha256(
        Json.line(
            List.of(
                DumpManifest.FORMAT,
                buckets,
                content,
                completeUnits(),
                compactions,
                forgotten.complete())));
  }

  /**
   * The names of all manifests: the dumps of complete units, and {@link #ALL_DUMPS} where shards
   * are not laid out by dump.
   */
  public SortedSet<String> dumps() {
    SortedSet<String> dumps = new TreeSet<>(unitsOfDumps().keySet());
    if (!complete.isEmpty() && isWithoutDumps()) {
      dumps.add(ALL_DUMPS);
    }
    return dumps;
  }

  /** The manifests that this unit changes by becoming complete; none while it is not. */
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

  /** Whether shards are not laid out by dump. In an output, either all shards are or none is. */
  private boolean isWithoutDumps() {
    return logs.stream()
        .flatMap(List::stream)
        .flatMap(cut -> cut.files().stream())
        .findFirst()
        .map(file -> file.dump().isEmpty())
        .orElse(false);
  }

  /**
   * Checks that each stage counted the same for these units as the next one. Call this before
   * anything about them is written.
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

  /** The counters of these complete units that differ between stages, each with both numbers. */
  public List<String> mismatches(Collection<String> units) {
    Reconciliation reconciliation = new Reconciliation(byUnit());
    return units.stream().flatMap(unit -> reconciliation.mismatches(unit).stream()).toList();
  }

  /**
   * The manifest of a dump as it is written to its file.
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

  /** The manifest of a dump, without the source files of its units. */
  public DumpManifest of(String dump) {
    return of(dump, Map.of());
  }

  private Collection<String> unitsOfDump(String dump) {
    return dump.equals(ALL_DUMPS)
        ? complete.keySet()
        : unitsOfDumps().getOrDefault(dump, List.of());
  }

  private DumpManifest of(String dump, Map<String, List<String>> inputs) {
    List<List<EndedUnit>> units = unitsOfDump(dump).stream().map(complete::get).toList();
    Counters counted = counters(units, dump);
    List<CutFile> files = files(dump);
    long bytes = files.stream().mapToLong(CutFile::bytes).sum();
    long textBytes = files.stream().mapToLong(CutFile::textBytes).sum();
    return new DumpManifest(
        DumpManifest.FORMAT,
        dump,
        totals(counted),
        counted.details(),
        buckets(counted, files),
        units.stream().map(parts -> unitPart(parts.get(0), dump, inputs)).toList(),
        Collections.unmodifiableSortedMap(content),
        textBytes,
        textBytes == 0 ? 0 : Math.round(1e4 * bytes / textBytes) / 1e4);
  }

  /**
   * Ingest's totals, which every partition repeats, are added once. The topology's counts are
   * summed over partitions and topics.
   */
  private static Counters counters(List<List<EndedUnit>> units, String dump) {
    Counters all = new Counters();
    for (List<EndedUnit> parts : units) {
      all.merge(Counters.ofNested(parts.get(0).ingested()));
      parts.forEach(part -> all.merge(Counters.ofNested(part.curated())));
    }
    return dump.equals(ALL_DUMPS) ? all : all.ofDump(dump);
  }

  private static SortedMap<String, Long> totals(Counters counted) {
    SortedMap<String, Long> totals = new TreeMap<>();
    totals.put(Counters.ROWS, counted.total(Counters.ROWS));
    for (Outcome outcome : Outcome.values()) {
      totals.put(outcome.key(), counted.total(outcome.key()));
    }
    for (Remark remark : Remark.values()) {
      totals.put(remark.key(), counted.total(remark.key()));
    }
    return totals;
  }

  private SortedMap<String, BucketPart> buckets(Counters counted, List<CutFile> files) {
    SortedMap<String, BucketPart> parts = new TreeMap<>();
    for (String bucket : buckets) {
      Counters here = counted.ofBucket(bucket);
      List<CutFile> shards = files.stream().filter(f -> f.bucket().equals(bucket)).toList();
      parts.put(
          bucket,
          new BucketPart(
              here.total(Outcome.KEPT.key()),
              here.total(Outcome.DUPLICATES_REMOVED.key()),
              here.total(Outcome.SAMPLED_OUT.key()),
              here.total(Outcome.INVALID_TEXT.key()),
              here.total(Outcome.OPERATOR_DROPPED.key()),
              here.total(Outcome.REJECTED.key()),
              here.details(),
              shards.stream().mapToLong(CutFile::bytes).sum(),
              shards.stream()
                  .map(f -> new FilePart(f.path(), f.rows(), f.bytes(), f.sha256()))
                  .toList()));
    }
    return parts;
  }

  /**
   * The dump's shards: in each partition, those up to the cut that covers the last of its units,
   * and the merged shards whose units are all complete.
   */
  private List<CutFile> files(String dump) {
    int[] last = lastCuts(dump);
    String directory = dump.equals(ALL_DUMPS) ? "" : dump;
    Stream<CutFile> cut =
        byDump().getOrDefault(directory, List.of()).stream()
            .filter(shard -> shard.cut() <= last[shard.log()])
            .map(Shard::file);
    Stream<CutFile> merged =
        merges.shards().stream()
            .filter(shard -> shard.file().dump().equals(directory))
            .filter(shard -> !forgotten.isForgotten(shard))
            .filter(shard -> complete.keySet().containsAll(shard.units()))
            .map(ListedShard::file);
    return Stream.concat(cut, merged).sorted(ORDER).toList();
  }

  /** The merged shards that are not forgotten. */
  private Stream<ListedShard> merged() {
    return merges.shards().stream().filter(shard -> !forgotten.isForgotten(shard));
  }

  /** For each log, the index of the cut that covers the end of the last of the dump's units. */
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

  /** The totals over all manifests. */
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
   * All shards that are neither forgotten nor replaced, including those of units that are not
   * complete.
   */
  public List<CutFile> shards() {
    return Stream.concat(
            byDump().values().stream().flatMap(List::stream).map(Shard::file),
            merged().map(ListedShard::file))
        .toList();
  }

  /** The shards of all manifests by bucket, dump and rank, which is the order of their rows. */
  public synchronized List<CutFile> listed() {
    if (listed == null) {
      listed = dumps().stream().flatMap(dump -> files(dump).stream()).sorted(ORDER).toList();
    }
    return listed;
  }

  /**
   * The content of {@code shards.txt}, the list for readers: the path of each listed shard relative
   * to the output's root, one per line, in UTF-8.
   */
  public byte[] shardList() {
    StringBuilder lines = new StringBuilder();
    listed().forEach(file -> lines.append(file.path()).append('\n'));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The listed shards, each with the units whose rows it holds. These include units that are not
   * complete. A shard has no units if its cut record is of an early version that does not name
   * them.
   */
  public List<ListedShard> listedWithUnits() {
    Map<String, ListedShard> known = new HashMap<>();
    for (Shard shard : byDump().values().stream().flatMap(List::stream).toList()) {
      CutFile file = shard.file();
      SortedSet<String> units = logs.get(shard.log()).get(shard.cut()).unitsOf(file);
      known.put(file.path(), new ListedShard(file, units, file.bytes()));
    }
    merged().forEach(shard -> known.put(shard.file().path(), shard));
    return listed().stream().map(file -> known.get(file.path())).toList();
  }

  /**
   * A shard of a manifest.
   *
   * @param file the shard
   * @param units the units whose rows it holds
   * @param cutBytes its size when it was cut; for a merged shard, the sum over all shards that it
   *     was made of
   */
  public record ListedShard(CutFile file, SortedSet<String> units, long cutBytes) {}

  /** Whether rows of both units are in one merged shard; a reset must then forget both. */
  public boolean areMerged(String unit, String other) {
    return merged().anyMatch(s -> s.units().contains(unit) && s.units().contains(other));
  }

  /** The paths of all shards that merged shards have replaced. */
  public Set<String> replaced() {
    return Set.copyOf(merges.replaced());
  }

  /** The units that a shard may hold rows of, sorted; none if its cut record does not say. */
  public SortedSet<String> unitsOf(CutFile shard) {
    SortedSet<String> units = new TreeSet<>();
    merges.shard(shard.path()).ifPresent(merged -> units.addAll(merged.units()));
    for (List<CutRecord> log : logs) {
      log.stream()
          .filter(cut -> cut.files().contains(shard))
          .forEach(cut -> units.addAll(cut.unitsOf(shard)));
    }
    return units;
  }

  private static UnitPart unitPart(EndedUnit unit, String dump, Map<String, List<String>> inputs) {
    boolean listed = Unit.parse(unit.unit()).directoryDump().equals(dump);
    List<AsidePart> aside = new ArrayList<>();
    if (listed) {
      unit.setAside().forEach((file, reason) -> aside.add(new AsidePart(file, reason)));
    }
    return new UnitPart(unit.unit(), inputs.getOrDefault(unit.unit(), List.of()), aside);
  }
}
