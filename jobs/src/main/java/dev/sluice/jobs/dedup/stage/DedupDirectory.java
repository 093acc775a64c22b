package dev.sluice.jobs.dedup.stage;

import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.text.JobRefusedException;
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
 * The temporary directory: spilled records and checkpoint. Locked by one process until it is
 * closed.
 */
public final class DedupDirectory implements Closeable {
  private static final String STATE = "checkpoint.json";

  private final Path directory;
  private final LockedFile lock;
  private DedupState noted;

  private DedupDirectory(Path directory, LockedFile lock) {
    this.directory = directory;
    this.lock = lock;
    this.noted = DedupState.begin(Map.of(), List.of());
  }

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it
   */
  public static DedupDirectory take(Path directory) throws IOException {
    return new DedupDirectory(directory, OutputDirectory.takeTemporary(directory));
  }

  public Path path() {
    return directory;
  }

  public Path featuresPath() {
    return directory.resolve(DedupState.FEATURES);
  }

  /** Resumes from the checkpoint, or starts with this state. */
  public void begin(DedupState state) throws IOException {
    Path file = directory.resolve(STATE);
    noted = Files.exists(file) ? Json.read(file, DedupState.class) : state;
    sweep();
  }

  /** Whether there is a checkpoint. */
  public boolean isBegun() {
    return Files.exists(directory.resolve(STATE));
  }

  /** The current checkpoint. */
  public DedupState state() {
    return noted;
  }

  /** Records a checkpoint without flushing; a power failure may revert it. */
  public void noteLightly(DedupState state) throws IOException {
    TemporaryFile.writeLightly(directory.resolve(STATE), Json.write(state));
    noted = state;
  }

  /** Records a durable checkpoint: files that it does not need may be deleted afterwards. */
  public void note(DedupState state) throws IOException {
    TemporaryFile.write(directory.resolve(STATE), Json.write(state));
    noted = state;
  }

  /**
   * Deletes files that the checkpoint does not need: remains of an interrupted stage, and input
   * already used.
   */
  public void sweep() throws IOException {
    DedupState state = noted;
    Set<String> known =
        new HashSet<>(Set.of(STATE, OutputDirectory.LOCK, DedupState.FEATURES, SetState.INDEX));
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

  /** Deletes a file if it exists. */
  void remove(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  /** Deletes the directory with its content. */
  public void delete() throws IOException {
    close();
    OutputDirectory.delete(directory);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
