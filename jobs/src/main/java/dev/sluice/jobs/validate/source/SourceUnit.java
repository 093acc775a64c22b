package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A unit of input as manifests record it.
 *
 * @param id id of the unit
 * @param inputs relative paths of its files, in reading order
 * @param quarantined the files that could not be read, or only in part
 * @param sources the commits at which the unit was read; see {@link PinnedPath}
 */
record SourceUnit(
    String id, List<String> inputs, Set<String> quarantined, SortedMap<String, String> sources) {
  static SourceUnit of(ForgottenUnit unit) {
    return new SourceUnit(
        unit.unit(),
        unit.files().stream().map(SourcePart::path).toList(),
        Set.copyOf(unit.quarantined()),
        new TreeMap<>());
  }

  /**
   * Returns an input from which the unit was read and that is not in a source, or empty if there is
   * none. Ignores commits, because only the record knows them.
   *
   * @param source the root of the input; a copy on this machine is read regardless of where it was
   *     copied from
   */
  Optional<String> elsewhere(Path source) {
    if (SourceFile.isLocal(source)) {
      return Optional.empty();
    }
    return sources.entrySet().stream()
        .filter(each -> !PinnedPath.isOf(source, each.getKey(), each.getValue()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Returns the path of a file.
   *
   * @param source the root of the input; if it is a copy on this machine, the file is there
   */
  Path path(Path source, String input) {
    return SourceFile.isLocal(source) || sources.isEmpty()
        ? source.resolve(input)
        : PinnedPath.of(source, sources, input);
  }

  /**
   * Returns the units of all manifests in the order of ingestion. This order decides which copy of
   * a document is kept. The cut records of any partition contain this order. Without cut records,
   * each manifest contains the order of its units, and units without a common dump are ordered by
   * name.
   */
  static List<SourceUnit> inOrder(List<CutRecord> log, ManifestSet manifests) {
    SortedMap<String, SourceUnit> units = merge(manifests);
    List<String> order = new ArrayList<>();
    log.forEach(cut -> cut.ended().stream().map(EndedUnit::unit).forEach(order::add));
    order.retainAll(units.keySet());
    List<List<String>> known = new ArrayList<>();
    known.add(List.copyOf(order));
    for (DumpManifest manifest : manifests.dumps()) {
      known.add(manifest.units().stream().map(UnitPart::unit).toList());
    }
    return order(units.keySet(), known).stream().map(units::get).toList();
  }

  /**
   * Merges the units of all manifests. The quarantined files of a unit are listed under only one of
   * its dumps.
   */
  private static SortedMap<String, SourceUnit> merge(ManifestSet manifests) {
    Map<String, UnitPart> named = new LinkedHashMap<>();
    Map<String, Set<String>> aside = new LinkedHashMap<>();
    for (DumpManifest manifest : manifests.dumps()) {
      for (UnitPart unit : manifest.units()) {
        named.put(unit.unit(), unit);
        Set<String> files = aside.computeIfAbsent(unit.unit(), id -> new TreeSet<>());
        unit.quarantined().stream().map(QuarantinedPart::file).forEach(files::add);
      }
    }
    SortedMap<String, SourceUnit> units = new TreeMap<>();
    named.forEach(
        (id, unit) ->
            units.put(id, new SourceUnit(id, unit.inputs(), aside.get(id), unit.sources())));
    return units;
  }

  /** Returns the cut records, in order, of any partition that has processed the end of a unit. */
  static List<CutRecord> anyLog(Path output) throws IOException {
    for (CutLog log : CutLog.of(output)) {
      List<CutRecord> cuts = log.read();
      if (cuts.stream().anyMatch(cut -> !cut.ended().isEmpty())) {
        return cuts;
      }
    }
    return List.of();
  }

  /**
   * Repeatedly takes the smallest name that no remaining sequence puts after another; if sequences
   * contradict each other, the first applies.
   */
  private static List<String> order(Set<String> ids, List<List<String>> known) {
    TreeSet<String> left = new TreeSet<>(ids);
    List<String> order = new ArrayList<>();
    while (!left.isEmpty()) {
      Set<String> preceded = new HashSet<>();
      for (List<String> sequence : known) {
        sequence.stream().filter(left::contains).skip(1).forEach(preceded::add);
      }
      String next =
          Stream.concat(
                  left.stream().filter(id -> !preceded.contains(id)),
                  known.get(0).stream().filter(left::contains))
              .findFirst()
              .orElse(left.first());
      order.add(next);
      left.remove(next);
    }
    return order;
  }
}
