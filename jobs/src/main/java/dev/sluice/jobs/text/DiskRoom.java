package dev.sluice.jobs.text;

import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.text.JobRefusedException.OfOutput;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.storage.ExistingPath;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Checks before a job that the disks have room for its temporary files and its output. */
public final class DiskRoom {
  private final ToLongFunction<Path> freeBytes;

  /**
   * @param freeBytes of the file system of a directory that exists
   */
  public DiskRoom(ToLongFunction<Path> freeBytes) {
    this.freeBytes = freeBytes;
  }

  /** Checks the real disks. */
  public static DiskRoom real() {
    return new DiskRoom(path -> path.toFile().getUsableSpace());
  }

  /**
   * Checks. If both are on one disk, temporary files are deleted as the output grows, so little
   * more than the larger is needed.
   *
   * @param temporaryBytes of all temporary files
   * @param slackBytes that are written before temporary files are deleted
   * @param outputBytes of all shards; nothing for standard output
   * @throws JobRefusedException when there is less
   */
  public void check(
      Path temporary, long temporaryBytes, long slackBytes, Optional<Path> output, long outputBytes)
      throws IOException {
    Path temp = ExistingPath.of(temporary);
    if (output.isEmpty() || !sameDisk(temp, ExistingPath.of(output.get()))) {
      require(temp, temporaryBytes, "temporary files", false);
      if (output.isPresent()) {
        require(ExistingPath.of(output.get()), outputBytes, "the output", true);
      }
      return;
    }
    long both = Math.max(temporaryBytes, outputBytes) + Math.min(temporaryBytes, slackBytes);
    require(temp, both, "temporary files and the output", false);
  }

  /**
   * Checks room for temporary files alone.
   *
   * @param temporary their directory, which may not exist yet
   * @param bytes of all of them
   * @throws JobRefusedException if there is not enough
   */
  public void requireTemporary(Path temporary, long bytes) {
    require(ExistingPath.of(temporary), bytes, "temporary files", false);
  }

  /**
   * Checks room for an output alone.
   *
   * @param bytes that it takes
   * @throws JobRefusedException if there is not enough
   */
  public void check(Path output, long bytes) {
    require(ExistingPath.of(output), bytes, "the output", true);
  }

  private static boolean sameDisk(Path one, Path other) throws IOException {
    FileStore store = Files.getFileStore(one);
    return store.equals(Files.getFileStore(other));
  }

  private void require(Path directory, long bytes, String what, boolean isOutput) {
    long free = freeBytes.applyAsLong(directory);
    if (free < bytes) {
      String problem =
          "the disk of %s has %s free, and %s take about %s: free some space, or choose a larger disk with "
              .formatted(directory, ByteSize.approximate(free), what, ByteSize.approximate(bytes));
      throw new JobRefusedException(
          isOutput ? new OfOutput(problem, "") : new OfRequest(problem + "--temp-dir"));
    }
  }
}
