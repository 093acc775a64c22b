package dev.sluice.app.output;

import dev.sluice.core.work.FileTree;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The known work directories of an output's instances. These are the configured one and those in
 * the output. All are locked, except for the directory of a {@link ChangeLock} that is already
 * held. Work directories elsewhere are unknown. Their state cannot be used with the topics of any
 * other output, and may be deleted by hand.
 */
public final class InstanceDirectories implements AutoCloseable {
  private static final String LOCK = "work.lock";

  /**
   * The entries that Sluice creates in a work directory; other entries of a directory outside the
   * output belong to the user.
   */
  private static final List<String> OURS =
      List.of(
          "broker", "streams", "logs", "tmp", ChangeLock.LOCK, "run.json", "broker.address", LOCK);

  private final SluiceConfig config;
  private final OutputLayout layout;
  private final List<WorkDirectory> locked = new ArrayList<>();

  private InstanceDirectories(SluiceConfig config, OutputLayout layout) {
    this.config = config;
    this.layout = layout;
  }

  /**
   * Finds and locks the directories.
   *
   * @param held lock that this process holds, if any
   * @throws dev.sluice.settings.ConfigException if a directory is in use
   */
  public static InstanceDirectories lock(
      SluiceConfig config, OutputLayout layout, Optional<ChangeLock> held) throws IOException {
    InstanceDirectories directories = new InstanceDirectories(config, layout);
    try {
      for (Path path : directories.find()) {
        if (held.isEmpty() || !held.get().isAt(path)) {
          directories.locked.add(WorkDirectory.open(path));
        }
      }
      return directories;
    } catch (RuntimeException e) {
      directories.close();
      throw e;
    }
  }

  private List<Path> find() throws IOException {
    List<Path> found = new ArrayList<>();
    Path configured = config.workDirectory().orElseThrow();
    if (Files.exists(configured.resolve(LOCK))) {
      found.add(configured);
    }
    WorkDirectory.in(layout.owner().getParent()).stream()
        .filter(entry -> Files.exists(entry.resolve(LOCK)) && !isSame(entry, configured))
        .forEach(found::add);
    return found;
  }

  private static boolean isSame(Path a, Path b) {
    return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
  }

  /** Returns the paths of the directories. */
  public List<Path> paths() {
    return locked.stream().map(WorkDirectory::path).toList();
  }

  /** Deletes everything that Sluice has created. Files of the user remain. */
  public void delete() throws IOException {
    for (WorkDirectory directory : locked) {
      Path path = directory.path();
      if (isSame(path.getParent(), layout.owner().getParent())) {
        FileTree.deleteAll(path);
      } else {
        for (String name : OURS) {
          FileTree.deleteAll(path.resolve(name));
        }
        FileTree.deleteIfEmpty(path);
      }
    }
    deleteState();
  }

  private void deleteState() throws IOException {
    String application = config.kafka().topicPrefix() + ".curation";
    Path state = config.stateDirectory().orElseThrow();
    FileTree.deleteAll(state.resolve(application));
    FileTree.deleteIfEmpty(state);
  }

  @Override
  public void close() throws IOException {
    for (WorkDirectory directory : locked) {
      directory.close();
    }
  }
}
