package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices source files that were read and are not any more what they were. They are not read again,
 * for what was kept of them is in shards; but that must not go unseen. Each change is told once.
 */
final class SourceChanges {
  private static final Logger LOG = LoggerFactory.getLogger(SourceChanges.class);

  private final Path input;
  private final Set<InputFile> judged = new HashSet<>();

  SourceChanges(Path input) {
    this.input = input;
  }

  /**
   * Warns of every file that has changed since its unit ended. Files that are gone are no change,
   * nor are files that were set aside, for those are taken anew when they change.
   *
   * @param found all source files
   * @param dumps only directories of these names; all files where empty
   */
  void tell(ProgressState known, List<InputFile> found, Set<String> dumps) throws IOException {
    Map<String, InputFile> read = read(known);
    for (InputFile now : found) {
      String unit = UnitPlanner.unitName(now.path());
      InputFile before = read.getOrDefault(now.path(), now);
      if (!before.equals(now) && UnitPlanner.isWanted(unit, dumps) && judged.add(now)) {
        judge(new Unit(unit, 1), before, now);
      }
    }
  }

  private void judge(Unit unit, InputFile before, InputFile now) throws IOException {
    try {
      if (!FileTail.isSame(input, before, now)) {
        warn(unit, before, now);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("{} has gone since it was found", now.path());
    }
  }

  /** Files of ended units as they were read; a later unit's word counts. */
  private static Map<String, InputFile> read(ProgressState known) {
    Map<String, InputFile> read = new HashMap<>();
    for (UnitFiles unit : known.units()) {
      Optional<UnitProgress> progress = known.progress(unit.unit());
      if (progress.isPresent() && progress.get().ended()) {
        unit.files().forEach(file -> read.put(file.path(), file));
        progress.get().setAside().keySet().forEach(read::remove);
      }
    }
    return read;
  }

  private static void warn(Unit unit, InputFile before, InputFile now) {
    LOG.atWarn()
        .addKeyValue("file", now.path())
        .addKeyValue("read", text(before))
        .addKeyValue("there", text(now))
        .log(
            "source file was read before and has changed since: what was read stays as it is; put"
                + " the file back, or forget it with \""
                + "reset --unit "
                + unit.id()
                + "\" and read it anew");
  }

  private static String text(InputFile file) {
    return "%,d bytes of %s".formatted(file.bytes(), Instant.ofEpochMilli(file.modified()));
  }
}
