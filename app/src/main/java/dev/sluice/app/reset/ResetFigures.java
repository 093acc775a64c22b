package dev.sluice.app.reset;

import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Adds up what an output contains of the given units. The numbers come from the cut records. */
final class ResetFigures {
  private final Manifests manifests;
  private final DedupScope dedup;
  private final List<String> losing;

  /**
   * @param losing units from which rows were read, if units can lose rows to other units
   */
  ResetFigures(Manifests manifests, DedupScope dedup, List<String> losing) {
    this.manifests = manifests;
    this.dedup = dedup;
    this.losing = losing;
  }

  /**
   * Returns the report on a reset of these units. It can be made before or after they are
   * forgotten.
   */
  ResetReport report(String asked, String state, List<ForgottenUnit> units) {
    SortedSet<String> ids = new TreeSet<>();
    SortedSet<String> dumps = new TreeSet<>();
    for (ForgottenUnit unit : units) {
      ids.add(unit.unit());
      dumps.addAll(unit.dumps());
    }
    List<CutFile> files = manifests.forgotten().filesOf(ids);
    long documents = files.stream().mapToLong(CutFile::rows).sum();
    return new ResetReport(
        asked,
        state,
        units.stream().map(ForgottenUnit::unit).toList(),
        List.copyOf(dumps),
        files.size(),
        files.stream().mapToLong(CutFile::bytes).sum(),
        documents,
        dedup == DedupScope.NONE ? 0 : documents,
        ids.isEmpty() ? 0 : manifests.duplicatesRemovedOutside(ids),
        ids.isEmpty() ? List.of() : incompleteOutside(ids));
  }

  private List<String> incompleteOutside(SortedSet<String> ids) {
    return losing.stream()
        .filter(unit -> !ids.contains(unit) && !manifests.isComplete(unit))
        .toList();
  }
}
