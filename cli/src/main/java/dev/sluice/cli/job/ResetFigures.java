package dev.sluice.cli.job;

import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import java.util.List;

/** Adds up what a dump has in an output, from the cut records alone. */
final class ResetFigures {
  private final Manifests manifests;
  private final DedupScope dedup;

  ResetFigures(Manifests manifests, DedupScope dedup) {
    this.manifests = manifests;
    this.dedup = dedup;
  }

  /**
   * The report on a reset.
   *
   * @param id of the reset, whether or not it was sent
   */
  ResetReport report(String dump, String id, String state, List<String> units) {
    List<CutFile> files = manifests.forgotten().filesOf(dump, id);
    long documents = files.stream().mapToLong(CutFile::rows).sum();
    return new ResetReport(
        dump,
        state,
        units,
        files.size(),
        files.stream().mapToLong(CutFile::bytes).sum(),
        documents,
        dedup == DedupScope.NONE ? 0 : documents,
        duplicatesOfOthers(dump));
  }

  /** Which copy a duplicate was lost to is not written down: this is how many there are. */
  private long duplicatesOfOthers(String dump) {
    return manifests.dumps().stream()
        .filter(other -> !other.equals(dump))
        .mapToLong(other -> manifests.of(other).counters().get(Outcome.DUPLICATES_REMOVED.key()))
        .sum();
  }
}
