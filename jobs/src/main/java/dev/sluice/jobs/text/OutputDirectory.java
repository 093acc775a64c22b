package dev.sluice.jobs.text;

import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is common to the directories that jobs write to. */
public final class OutputDirectory {
  /** The file that whoever has a directory holds. */
  public static final String LOCK = "lock";

  private OutputDirectory() {}

  /**
   * Checks that a directory is there to be written to, or can be made.
   *
   * @throws JobRefusedException when not
   */
  public static void requireWritable(Path directory) {
    Optional<String> problem = ExistingPath.problemOf(directory);
    if (problem.isPresent()) {
      throw new JobRefusedException("--output %s: %s".formatted(directory, problem.get()));
    }
  }

  /**
   * Checks that nothing is in a directory, which need not exist.
   *
   * @throws JobRefusedException when something is
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
   * Takes a directory for this process.
   *
   * @param work a directory of the job's own in it, which is made, and has the lock
   * @throws JobRefusedException when another process has it
   */
  public static LockFile take(Path directory, Path work) throws IOException {
    return lock(work, "--output " + directory);
  }

  /**
   * Takes a directory for temporary files for this process, and makes it.
   *
   * @throws JobRefusedException when another process has it
   */
  public static LockFile takeTemporary(Path directory) throws IOException {
    return lock(directory, directory.toString());
  }

  private static LockFile lock(Path work, String named) throws IOException {
    Files.createDirectories(work);
    return LockFile.take(work.resolve(LOCK))
        .orElseThrow(
            () ->
                new JobRefusedException(
                    "%s is in use by another process: wait for it, or stop it".formatted(named)));
  }

  /** Deletes a directory and all that is in it; nothing happens where it is not. */
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
