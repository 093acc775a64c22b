package dev.sluice.app.output;

import dev.sluice.app.ExitCode;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of the input, over all invocations, that are quarantined or have changed since they
 * were read. Every invocation lists them until they are repaired, restored or removed.
 *
 * @param quarantined quarantined files by path, with the reason
 * @param changed files that have changed since they were read, by path, with what to do
 */
public record UnreadFiles(
    SortedMap<String, String> quarantined, SortedMap<String, String> changed) {

  /**
   * Returns the unread files of an output.
   *
   * @param dumps if any are named, only quarantined files in directories of these names are
   *     included
   */
  public static UnreadFiles of(
      ProgressState known,
      SluiceConfig config,
      Set<String> dumps,
      SortedMap<String, String> changed) {
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
    return new UnreadFiles(quarantined, changed);
  }

  /**
   * Returns the losses of the files that were read. If dumps are named, it returns only those of
   * files in the dumps' directories.
   */
  public static InputLosses losses(ProgressState known, Set<String> dumps) {
    return known.units().stream()
        .filter(unit -> isWanted(unit, dumps))
        .flatMap(unit -> known.progress(unit.unit()).stream())
        .map(UnitProgress::lost)
        .reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** Prints the files. Returns the exit code of the job. */
  public int list(PrintWriter err) {
    quarantined.forEach(
        (file, reason) -> err.println("sluice: quarantined " + file + ": " + reason));
    changed.forEach((file, what) -> err.println("sluice: changed " + file + ": " + what));
    err.flush();
    return quarantined.isEmpty() && changed.isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }

  private static boolean isGone(Path file) {
    return !Files.exists(file) && SourcePath.problemOf(file).isEmpty();
  }

  private static boolean isWanted(UnitFiles unit, Set<String> dumps) {
    return dumps.isEmpty() || dumps.contains(Unit.parse(unit.unit()).directoryDump());
  }
}
