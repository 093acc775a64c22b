package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobRefusedException;
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
  private final JobDirectory directory;
  private DedupState noted;

  private DedupDirectory(JobDirectory directory) {
    this.directory = directory;
    this.noted = DedupState.begin(Map.of(), List.of());
  }

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it
   */
  public static DedupDirectory take(Path directory) throws IOException {
    return new DedupDirectory(JobDirectory.take(directory));
  }

  public Path path() {
    return directory.path();
  }

  public Path featuresPath() {
    return path().resolve(DedupState.FEATURES);
  }

  /** Resumes from the checkpoint, or starts with this state. */
  public void begin(DedupState state) throws IOException {
    noted = directory.checkpoint(DedupState.class).orElse(state);
    sweep();
  }

  /** Whether there is a checkpoint. */
  public boolean isBegun() throws IOException {
    return directory.checkpoint(DedupState.class).isPresent();
  }

  /** The current checkpoint. */
  public DedupState state() {
    return noted;
  }

  /** Records a checkpoint without flushing; a power failure may revert it. */
  public void noteLightly(DedupState state) throws IOException {
    directory.noteLightly(state);
    noted = state;
  }

  /** Records a durable checkpoint: files that it does not need may be deleted afterwards. */
  public void note(DedupState state) throws IOException {
    directory.note(state);
    noted = state;
  }

  /**
   * Deletes files that the checkpoint does not need: remains of an interrupted stage, and input
   * already used.
   */
  public void sweep() throws IOException {
    DedupState state = noted;
    Set<String> known = new HashSet<>(Set.of(DedupState.FEATURES, SetState.INDEX));
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
    directory.retain(known);
  }

  /** Deletes a file if it exists. */
  void remove(String name) throws IOException {
    Files.deleteIfExists(path().resolve(name));
  }

  /** Deletes the directory with its content. */
  public void delete() throws IOException {
    directory.delete();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
