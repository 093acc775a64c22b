package dev.sluice.ingest.source;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.record.EndOfUnit;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A unit to read, either from its start or from its progress.
 *
 * @param unit the unit
 * @param files all files of the unit in reading order, as fixed when the unit was started
 * @param sources if directories of the input are read at commits, the URL that each of them stood
 *     for at that time, see {@link PinnedPath}
 * @param needsIds whether all files of the unit must have the column of ids, because some file of
 *     the input had it when the unit was started
 */
public record UnitPlan(
    Unit unit, InputFiles files, SortedMap<String, String> sources, boolean needsIds) {
  /**
   * The size of a marker's counters, and of the reasons of some thousand quarantined files, in
   * bytes.
   */
  private static final int REST_BYTES = 256 << 10;

  /** Copies the map. */
  public UnitPlan {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
  }

  /** Creates the plan of a unit that has not started. The list is copied. */
  public UnitPlan(Unit unit, List<ListedFile> files) {
    this(unit, InputFiles.copyOf(files), new TreeMap<>(), false);
  }

  /** Creates the plan of a unit that was started. */
  public static UnitPlan begun(UnitFiles begun) {
    return new UnitPlan(Unit.parse(begun.unit()), begun.files(), begun.sources(), begun.needsIds());
  }

  /** Returns this unit with or without the requirement that its files have ids. */
  public UnitPlan needingIds(boolean must) {
    return new UnitPlan(unit, files, sources, must);
  }

  /** Returns whether any file of the unit is Parquet, according to its name. */
  public boolean hasTables() {
    return files.stream().anyMatch(file -> !JsonSource.isNamed(file.path()));
  }

  /** Returns the total size of the unit's files, in bytes. */
  public long bytes() {
    return files.bytes();
  }

  /**
   * Returns the path of one of the unit's files.
   *
   * @param root root of the input
   */
  public Path path(Path root, ListedFile file) {
    return PinnedPath.of(root, sources, file.path());
  }

  /**
   * Checks whether the unit's marker, which lists all files, will fit into a record. Returns the
   * problem, or empty if it fits.
   */
  public Optional<String> markerProblem(int maxRecordBytes) {
    List<String> inputs = files.stream().map(ListedFile::path).toList();
    long paths =
        new EndOfUnit(unit, 0, inputs, new TreeMap<>(), new Counters(), new Counters())
            .encode()
            .length;
    return paths + REST_BYTES <= maxRecordBytes
        ? Optional.empty()
        : Optional.of(
            "input.path: the paths of the %,d files of unit %s take %,d bytes in the record that ends the unit. With %,d bytes for counts and reasons, the record would exceed %,d bytes (input.max-document-size plus 1 MiB): move some of the files out of the input, and move them back after the remaining files have been read"
                .formatted(files.size(), unit.id(), paths, REST_BYTES, maxRecordBytes));
  }
}
