package dev.sluice.jobs.text;

import dev.sluice.core.work.LockedFile;
import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Operations on directories that jobs write to. */
public final class OutputDirectory {
  /** The name of the lock file. */
  public static final String LOCK = "lock";

  private OutputDirectory() {}

  /**
   * Requires that a directory is writable or can be created.
   *
   * @throws JobRefusedException otherwise
   */
  public static void requireWritable(Path directory) {
    Optional<String> problem = ExistingPath.problemOf(directory);
    if (problem.isPresent()) {
      throw new JobRefusedException("--output %s: %s".formatted(directory, problem.get()));
    }
  }

  /**
   * Requires that a directory is empty or does not exist.
   *
   * @throws JobRefusedException otherwise
   */
  public static void requireEmpty(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      Optional<Path> foreign = entries.sorted().findFirst();
      if (foreign.isPresent()) {
        throw new JobRefusedException(
            "--output %s is not empty (it holds %s): name a new or an empty directory"
                .formatted(directory, foreign.get().getFileName()));
      }
    }
  }

  /**
   * Locks a directory.
   *
   * @param work the job's own directory in it, which is created and holds the lock
   * @throws JobRefusedException if another process holds it
   */
  public static LockedFile take(Path directory, Path work) throws IOException {
    return lock(work, "--output " + directory);
  }

  /**
   * Creates and locks a directory for temporary files.
   *
   * @throws JobRefusedException if another process holds it
   */
  public static LockedFile takeTemporary(Path directory) throws IOException {
    return lock(directory, directory.toString());
  }

  private static LockedFile lock(Path work, String named) throws IOException {
    Files.createDirectories(work);
    return LockedFile.tryLock(work.resolve(LOCK))
        .orElseThrow(
            () ->
                new JobRefusedException(
                    "%s is in use by another process: wait for it, or stop it".formatted(named)));
  }

  /** Deletes a directory with its content, if it exists. */
  public static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
