package dev.sluice.app.output;

import dev.sluice.app.config.SluiceConfig;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The quarantined files of an input, whichever invocation found them. They stay listed until they
 * are repaired or removed.
 */
public final class QuarantinedFiles {
  private QuarantinedFiles() {}

  /** Their paths with the reasons; if dumps are named, only those in directories of these names. */
  public static SortedMap<String, String> of(
      ProgressState known, SluiceConfig config, Set<String> dumps) {
    Path input = config.input().path().orElseThrow();
    SortedMap<String, String> quarantined = new TreeMap<>();
    for (UnitFiles unit : known.units()) {
      Optional<UnitProgress> progress = known.progress(unit.unit());
      if (progress.isPresent() && isWanted(unit, dumps)) {
        quarantined.keySet().removeIf(path -> unit.files().find(path).isPresent());
        quarantined.putAll(progress.get().quarantined());
      }
    }
    quarantined.keySet().removeIf(path -> isGone(input.resolve(path)));
    return quarantined;
  }

  /** What the other files lost; if dumps are named, only those in directories of these names. */
  public static InputLosses losses(ProgressState known, Set<String> dumps) {
    return known.units().stream()
        .filter(unit -> isWanted(unit, dumps))
        .flatMap(unit -> known.progress(unit.unit()).stream())
        .map(UnitProgress::lost)
        .reduce(InputLosses.NONE, InputLosses::plus);
  }

  private static boolean isGone(Path file) {
    return !Files.exists(file) && SourcePath.problemOf(file).isEmpty();
  }

  private static boolean isWanted(UnitFiles unit, Set<String> dumps) {
    return dumps.isEmpty() || dumps.contains(Unit.parse(unit.unit()).directoryDump());
  }
}
