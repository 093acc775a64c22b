package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.app.config.ConfigException;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Exclusive access to an output for compaction and reset. A reset plans by which units share
 * shards, and a compaction changes that. Sinks need no lock.
 */
public final class ChangeLock implements AutoCloseable {
  private static final String NAME = "compact";

  private final WorkDirectory directory;
  private final OutputLayout layout;

  private ChangeLock(WorkDirectory directory, OutputLayout layout) {
    this.directory = directory;
    this.layout = layout;
  }

  /**
   * Acquires the lock.
   *
   * @throws Failure if another process holds it
   */
  public static ChangeLock take(OutputLayout layout) {
    return new ChangeLock(open(layout.compacting(), "a compaction or a reset", layout), layout);
  }

  /**
   * Locks a work directory in addition.
   *
   * @throws Failure if another process holds it
   */
  public WorkDirectory with(Path work) {
    return open(work, "another command", layout);
  }

  private static WorkDirectory open(Path path, String who, OutputLayout layout) {
    try {
      return WorkDirectory.open(path);
    } catch (ConfigException e) {
      throw new Failure(
          "%s is at work on %s: %s".formatted(who, layout.root(), e.problems().get(0).message()),
          e);
    }
  }

  /** Publishes files while the lock is held. */
  public Publication publication() {
    return new Publication(layout.temporary(instanceId()));
  }

  /** Names the temporary directory of the holder. */
  public String instanceId() {
    return NAME;
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
