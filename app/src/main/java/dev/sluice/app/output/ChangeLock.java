package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.core.work.FileTree;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Exclusive access to an output, for compaction, take-down and reset. A reset depends on which
 * units share shards, and a compaction changes this; a reset of the whole output leaves nothing to
 * merge. Sinks need no lock.
 */
public final class ChangeLock implements AutoCloseable {
  private static final String NAME = "compact";

  /** The directory that is locked. */
  static final String LOCK = "work-compact";

  private final WorkDirectory directory;
  private final OutputLayout layout;
  private final Publication publication;
  private final Optional<Path> holder;
  private boolean isHeld = true;

  private ChangeLock(WorkDirectory directory, OutputLayout layout, Optional<Path> holder) {
    this.directory = directory;
    this.layout = layout;
    this.publication = new Publication(temporary());
    this.holder = holder;
  }

  /**
   * Acquires the lock for this process. If the output is local, the lock is a directory in the
   * output; otherwise, it is a directory in the work directory and an object in the output.
   *
   * @param work directory of this process
   * @throws Failure if another process holds it
   */
  public static ChangeLock take(OutputLayout layout, Path work) throws IOException {
    boolean local = SourceFile.isLocal(layout.root());
    Path state = local ? OutputLayout.owner(layout.root()).getParent() : work;
    WorkDirectory directory = open(state.resolve(LOCK), "a compaction, take-down or reset", layout);
    if (local) {
      return new ChangeLock(directory, layout, Optional.empty());
    }
    ChangeLock lock = new ChangeLock(directory, layout, Optional.of(layout.changing()));
    try {
      ChangeHolder.take(layout.changing(), directory, lock.publication);
      return lock;
    } catch (IOException | Failure e) {
      directory.close();
      throw e;
    }
  }

  /** The work of a compaction or take-down. */
  @FunctionalInterface
  public interface Change<T> {
    /** Changes the output while the lock is held. */
    T run(ChangeLock alone) throws IOException, InterruptedException;
  }

  /**
   * Changes an output while this process holds the lock. If the broker is embedded, no {@code run}
   * is at work meanwhile.
   *
   * @param config configuration that names the output
   * @throws Failure if another process holds the lock, or runs
   */
  public static <T> T whileAlone(SluiceConfig config, OutputLayout layout, Change<T> change)
      throws IOException, InterruptedException {
    Path work = config.workDirectory().orElseThrow();
    try (ChangeLock alone = take(layout, work)) {
      if (config.kafka().isEmbedded() && Files.exists(work)) {
        WorkDirectory embedded = alone.with(work);
        try {
          return change.run(alone);
        } finally {
          embedded.close();
        }
      }
      return change.run(alone);
    }
  }

  /**
   * Checks that nobody holds the lock of an output in an object store. The lock is not acquired.
   *
   * @throws Failure if somebody holds it
   */
  public static void requireFree(OutputLayout layout) throws IOException {
    ChangeHolder.requireNone(layout.changing());
  }

  /**
   * Locks a work directory in addition to the output.
   *
   * @throws Failure if another process holds it
   */
  public WorkDirectory with(Path work) {
    return open(work, "another command", layout);
  }

  private static WorkDirectory open(Path path, String who, OutputLayout layout) {
    try {
      return WorkDirectory.openFree(path)
          .orElseThrow(
              () ->
                  new Failure(
                      "%s is running on %s: %s"
                          .formatted(who, layout.root(), WorkDirectory.inUse(path))));
    } catch (ConfigException e) {
      throw new Failure(e.problems().get(0).message(), e);
    }
  }

  /**
   * Checks that the lock is still held. Somebody may have removed the object that records it.
   *
   * @throws dev.sluice.storage.PermanentException if the object was removed
   */
  public void require() throws IOException {
    if (holder.isPresent()) {
      ChangeHolder.require(holder.get(), directory);
    }
  }

  /** Publishes files while the lock is held. */
  public Publication publication() {
    return publication;
  }

  /** Returns the id of the lock's holder in the output. */
  public String instanceId() {
    return NAME;
  }

  /** Returns the holder's directory for temporary files. */
  public Path temporary() {
    return layout.temporary(NAME, directory.path());
  }

  /** Returns whether this directory is locked. */
  boolean isAt(Path path) {
    return path.toAbsolutePath().normalize().equals(directory.path().toAbsolutePath().normalize());
  }

  /** Removes the lock's directory and releases the lock of an output that has been removed. */
  public void end() throws IOException {
    close();
    directory.undo();
    FileTree.deleteAll(directory.path());
  }

  @Override
  public void close() throws IOException {
    if (!isHeld) {
      return;
    }
    isHeld = false;
    try {
      if (holder.isPresent()) {
        ChangeHolder.release(holder.get(), directory);
      }
    } finally {
      directory.close();
    }
  }
}
