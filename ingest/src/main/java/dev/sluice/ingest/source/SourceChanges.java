package dev.sluice.ingest.source;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of source files that have changed after they were read. They are not read again, because
 * their documents are in shards already. Warns once per change.
 */
public final class SourceChanges {
  private static final Logger LOG = LoggerFactory.getLogger(SourceChanges.class);

  private final Path input;
  private InputFiles judged = InputFiles.none();

  public SourceChanges(Path input) {
    this.input = input;
  }

  /**
   * Warns of every file that has changed since its unit ended. Missing files are no change, and
   * quarantined files are read again when they change.
   *
   * @param found all source files, in the order of their paths
   * @param dumps only directories of these names; all files if empty
   */
  public void tell(ProgressState known, InputFiles found, Set<String> dumps) throws IOException {
    FileHistory history = FileHistory.ofEnded(known);
    UnitNames names = new UnitNames();
    FileCursor before = new FileCursor(judged);
    InputFiles.Builder after = new InputFiles.Builder();
    for (ListedFile now : found) {
      String unit = names.next(now.path());
      Optional<ListedFile> read =
          history
              .last(unit, now.path())
              .filter(taken -> taken.looksUnlike(now) && !taken.wasQuarantined())
              .map(FileHistory.Taken::file);
      if (read.isPresent() && UnitPlanner.isWanted(unit, dumps)) {
        if (!before.find(now.path()).equals(Optional.of(now))) {
          judge(new Unit(unit, 1), read.get(), now);
        }
        after.add(now);
      }
    }
    judged = after.build();
  }

  private void judge(Unit unit, ListedFile before, ListedFile now) throws IOException {
    try {
      if (!FileTail.isSame(input.resolve(now.path()), before, now)) {
        warn(unit, before, now);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("{} has gone since it was found", now.path());
    }
  }

  private static void warn(Unit unit, ListedFile before, ListedFile now) {
    LOG.atWarn()
        .addKeyValue("file", now.path())
        .addKeyValue("read", text(before))
        .addKeyValue("there", text(now))
        .log(
            "source file was read before and has changed since: what was read stays as it is; put"
                + " the file back, or forget it with \""
                + "reset --output OUT --unit "
                + unit.id()
                + "\" and read it anew");
  }

  private static String text(ListedFile file) {
    return "%,d bytes of %s".formatted(file.bytes(), Instant.ofEpochMilli(file.modified()));
  }
}
