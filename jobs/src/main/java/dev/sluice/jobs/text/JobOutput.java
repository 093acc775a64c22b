package dev.sluice.jobs.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The layout of the output of a job:
 *
 * <pre>
 * OUT/_sluice/{job}.json   the report, once everything is done
 * OUT/_sluice/{job}        lock and progress, until then
 * </pre>
 *
 * @param directory the output
 * @param job the command
 */
public record JobOutput(Path directory, String job) {
  /** The directory in an output for everything but the result. */
  public static final String OWN = "_sluice";

  /** The absolute path of this directory in an output. */
  public static Path own(Path directory) {
    return directory.toAbsolutePath().normalize().resolve(OWN);
  }

  /** The file that marks the output as complete. */
  public Path report() {
    return own(directory).resolve(job + ".json");
  }

  /** The directory that exists from the beginning of the job to its end. */
  public Path work() {
    return own(directory).resolve(job);
  }

  /** Whether a process has begun the output, but not completed it. */
  public boolean isBegun() {
    return Files.isDirectory(work());
  }

  /**
   * Locks the output.
   *
   * @throws JobRefusedException if another process holds it, it is not writable, or it holds
   *     something else
   */
  public JobDirectory take() throws IOException {
    OutputDirectory.requireWritable(directory);
    if (!isBegun() && !Files.exists(report())) {
      OutputDirectory.requireEmpty(directory);
    }
    return hold();
  }

  /**
   * Locks the output, whatever it holds.
   *
   * @throws JobRefusedException if another process holds it
   */
  public JobDirectory hold() throws IOException {
    return JobDirectory.take(work(), directory);
  }

  /**
   * Requires that the output was not complete when it was locked.
   *
   * @throws JobRefusedException otherwise
   */
  public void requireIncomplete() {
    if (Files.exists(report())) {
      throw JobRefusedException.ofOutput(
          "%s was completed by another process in the meantime: run the command again for its report"
              .formatted(directory));
    }
  }

  /**
   * Deletes what a process killed after writing its report has left.
   *
   * @throws JobRefusedException if that process is still running
   */
  public void clear() throws IOException {
    JobDirectory.clear(work(), directory);
  }
}
