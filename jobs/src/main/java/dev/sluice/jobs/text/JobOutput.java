package dev.sluice.jobs.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The layout of a job's output:
 *
 * <pre>
 * OUT/_sluice/{job}.json   the report, once everything is done
 * OUT/_sluice/{job}        lock and progress, until then
 * </pre>
 *
 * @param directory the output directory
 * @param job name of the command
 */
public record JobOutput(Path directory, String job) {
  /** The name of the directory in an output that contains everything except the result. */
  public static final String OWN = "_sluice";

  /** Returns the absolute path of the directory {@link #OWN} in an output. */
  public static Path own(Path directory) {
    return directory.toAbsolutePath().normalize().resolve(OWN);
  }

  /** Returns the file that marks the output as complete. */
  public Path report() {
    return own(directory).resolve(job + ".json");
  }

  /** Returns the directory that exists while the job is incomplete. */
  public Path work() {
    return own(directory).resolve(job);
  }

  /** Returns whether a process has begun the output but not completed it. */
  public boolean isBegun() {
    return Files.isDirectory(work());
  }

  /**
   * Locks the output.
   *
   * @throws JobRefusedException if another process holds the lock, or if the output is not writable
   *     or contains something else
   */
  public JobDirectory take() throws IOException {
    OutputDirectory.requireWritable(directory);
    if (!isBegun() && !Files.exists(report())) {
      OutputDirectory.requireEmpty(directory);
    }
    return hold();
  }

  /**
   * Locks the output, no matter what it contains.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  public JobDirectory hold() throws IOException {
    return JobDirectory.take(work(), directory);
  }

  /**
   * Checks that the output was not complete when it was locked.
   *
   * @throws JobRefusedException if the output was complete
   */
  public void requireIncomplete() {
    if (Files.exists(report())) {
      throw JobRefusedException.ofOutput(
          "%s was completed by another process in the meantime: run the command again to see the report"
              .formatted(directory));
    }
  }

  /**
   * Deletes the files of a process that was killed after it had written its report.
   *
   * @throws JobRefusedException if that process is still running
   */
  public void clear() throws IOException {
    JobDirectory.clear(work(), directory);
  }
}
