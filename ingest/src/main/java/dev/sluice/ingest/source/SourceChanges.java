package dev.sluice.ingest.source;

import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of source files that have changed since they were read. Such files are not read again,
 * because their documents are in shards already. Warns once per change.
 */
public final class SourceChanges {
  private static final Logger LOG = LoggerFactory.getLogger(SourceChanges.class);

  private final Path input;
  private InputFiles judged = InputFiles.none();

  public SourceChanges(Path input) {
    this.input = input;
  }

  /**
   * Warns of every file that has changed since its unit ended. Missing files do not count as
   * changes, and quarantined files are read again when they change.
   *
   * @param found all source files, in the order of their paths
   * @param dumps only directories of these names; all files if empty
   * @return the files that it has warned of, by path, with what to do
   */
  public SortedMap<String, String> tell(ProgressState known, InputFiles found, Set<String> dumps)
      throws IOException {
    SortedMap<String, String> changed = new TreeMap<>();
    FileHistory history = FileHistory.ofEnded(known);
    UnitNames names = new UnitNames();
    InputFiles.Builder after = new InputFiles.Builder();
    for (ListedFile now : found) {
      String unit = names.next(now.path());
      Optional<FileHistory.Taken> read =
          history
              .last(unit, now.path())
              .filter(taken -> taken.looksUnlike(now) && !taken.wasQuarantined());
      if (read.isPresent() && UnitPlanner.isWanted(unit, dumps)) {
        if (!judged.contains(now)) {
          judge(read.get(), now).ifPresent(what -> changed.put(now.path(), what));
        }
        after.add(now);
      }
    }
    judged = after.build();
    return changed;
  }

  private Optional<String> judge(FileHistory.Taken before, ListedFile now) throws IOException {
    try {
      return FileTail.isSame(input.resolve(now.path()), before.file(), now)
          ? Optional.empty()
          : Optional.of(warn(before, now));
    } catch (NoSuchFileException e) {
      LOG.debug("{} has disappeared since it was found", now.path());
      return Optional.empty();
    }
  }

  private static String warn(FileHistory.Taken before, ListedFile now) {
    String read = text(before.file());
    String there = text(now);
    String wayOut =
        "the rows that were read stay in the output. Restore the file, or forget its unit with \"reset --output OUT --unit %s\"; the next run then reads the unit again"
            .formatted(before.unit());
    LOG.atWarn()
        .addKeyValue("file", now.path())
        .addKeyValue("read", read)
        .addKeyValue("there", there)
        .log("a source file has changed since it was read: " + wayOut);
    return "the file has %s, but had %s when it was read; %s".formatted(there, read, wayOut);
  }

  private static String text(ListedFile file) {
    return "%,d bytes (modified at %s)"
        .formatted(file.bytes(), Instant.ofEpochMilli(file.modified()));
  }
}
