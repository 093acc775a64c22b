package dev.sluice.jobs.validate.source;

import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.EndedUnit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Orders the units of all manifests by ingestion: the first copy of a document is kept, so the
 * order matters. It is recorded in the cut records of any partition. Without them, each manifest
 * contains the order of its own units, and units without a common dump are ordered by name.
 */
final class SourceUnits {
  private SourceUnits() {}

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

  /** One entry for each unit; its quarantined files are listed under only one of its dumps. */
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

  /** The cut records of any one partition that has processed the end of a unit, in order. */
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
