package dev.sluice.app.output;

import dev.sluice.core.DumpName;
import dev.sluice.core.Unit;
import dev.sluice.storage.output.Manifests;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Explains where the rows of a dump's directory are if none of them names this dump. Without the
 * explanation, the dump's absence from the output would look like a loss.
 */
public final class DirectoryNote {
  private DirectoryNote() {}

  /**
   * Returns the note on a unit, or empty if there is nothing to explain.
   *
   * @param dumps dumps of the unit's rows
   * @param rowsOfDirectory number of rows of the dump that the unit's directory names
   */
  public static Optional<String> of(String unit, SortedSet<String> dumps, long rowsOfDirectory) {
    String directory = Unit.parse(unit).directoryDump();
    SortedSet<String> others = new TreeSet<>(dumps);
    others.remove(directory);
    others.remove(Manifests.ALL_DUMPS);
    if (rowsOfDirectory > 0 || directory.equals(DumpName.UNKNOWN) || others.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s has no rows: the rows of unit %s name different dumps or none, and are in %s. Unless input.dump is set, the column input.columns.dump determines the dump, not the directory, and only names of the form CC-MAIN-... are recognized."
            .formatted(directory, unit, String.join(", ", others)));
  }
}
