package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.LockFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The temporary directory: spilled records, and how far it is. Used by one process at a time; when
 * it is closed other processes may have it.
 */
public final class DedupDirectory implements Closeable {
  private static final String STATE = "state.json";

  private final Path directory;
  private final LockFile lock;
  private DedupState noted;

  private DedupDirectory(Path directory, LockFile lock) {
    this.directory = directory;
    this.lock = lock;
    this.noted = DedupState.begin(Map.of(), List.of());
  }

  /**
   * Takes the directory for this process.
   *
   * @throws JobRefusedException when another process has it
   */
  public static DedupDirectory take(Path directory) throws IOException {
    return new DedupDirectory(directory, OutputDirectory.takeTemporary(directory));
  }

  public Path path() {
    return directory;
  }

  public Path factsPath() {
    return directory.resolve(DedupState.FACTS);
  }

  /** Goes on where an earlier call was, or begins. */
  public void begin(DedupState state) throws IOException {
    Path file = directory.resolve(STATE);
    noted = Files.exists(file) ? Json.read(file, DedupState.class) : state;
    sweep();
  }

  /** Whether an earlier call noted anything. */
  public boolean isBegun() {
    return Files.exists(directory.resolve(STATE));
  }

  /** How far it is. */
  public DedupState state() {
    return noted;
  }

  /** Notes how far it is; a power cut may take it back. */
  public void noteLightly(DedupState state) throws IOException {
    TemporaryFile.writeLightly(directory.resolve(STATE), Json.write(state));
    noted = state;
  }

  /** Notes how far it is, for certain: what is no longer needed then may go. */
  public void note(DedupState state) throws IOException {
    TemporaryFile.write(directory.resolve(STATE), Json.write(state));
    noted = state;
  }

  /** Removes what the state does not know of: what a stopped stage left, and what is used up. */
  public void sweep() throws IOException {
    DedupState state = noted;
    Set<String> known =
        new HashSet<>(Set.of(STATE, OutputDirectory.LOCK, DedupState.FACTS, SetState.INDEX));
    state.parts().forEach(part -> known.add(part.file().name()));
    state.pairs().forEach(run -> known.add(run.name()));
    Stream.of(
            state.edges(),
            state.sets().sets(),
            state.compared(),
            state.contracted(),
            state.stars(),
            state.decisions())
        .forEach(file -> known.add(file.name()));
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.filter(file -> !known.contains(file.getFileName().toString())).toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  /** Removes a file, if it is there. */
  void remove(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  /** Removes everything, itself too. */
  public void delete() throws IOException {
    close();
    OutputDirectory.delete(directory);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
