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

/**
 * Checks, before a job starts, that the disks have enough space for its temporary files and its
 * output.
 */
public final class DiskRoom {
  private static final String TEMPORARY = "--temp-dir";

  private final ToLongFunction<Path> freeBytes;

  /**
   * @param freeBytes returns the free space of the file system that contains an existing directory
   */
  public DiskRoom(ToLongFunction<Path> freeBytes) {
    this.freeBytes = freeBytes;
  }

  /** Creates an object that checks the real disks. */
  public static DiskRoom real() {
    return new DiskRoom(path -> path.toFile().getUsableSpace());
  }

  /**
   * Checks the space for temporary files and an output. If both are on the same disk, little more
   * than the larger of the two sizes is needed, because temporary files are deleted as the output
   * grows.
   *
   * @param temporaryBytes size of all temporary files
   * @param slackBytes number of bytes written before temporary files are deleted
   * @param outputBytes size of all shards; ignored for standard output
   * @throws JobRefusedException if there is not enough space
   */
  public void check(
      Path temporary, long temporaryBytes, long slackBytes, Optional<Path> output, long outputBytes)
      throws IOException {
    Path temp = ExistingPath.of(temporary);
    if (output.isEmpty() || !sameDisk(temp, ExistingPath.of(output.get()))) {
      require(temp, temporaryBytes, "temporary files", Optional.of(TEMPORARY));
      if (output.isPresent()) {
        require(ExistingPath.of(output.get()), outputBytes, "the output", Optional.empty());
      }
      return;
    }
    long both = Math.max(temporaryBytes, outputBytes) + Math.min(temporaryBytes, slackBytes);
    require(temp, both, "temporary files and the output", Optional.of(TEMPORARY));
  }

  /**
   * Checks the space for temporary files alone.
   *
   * @param temporary directory of the temporary files, which need not exist yet
   * @param bytes size of all temporary files
   * @param option that names another directory
   * @throws JobRefusedException if there is not enough space
   */
  public void requireTemporary(Path temporary, long bytes, String option) {
    require(ExistingPath.of(temporary), bytes, "temporary files", Optional.of(option));
  }

  /**
   * Checks the space for an output alone.
   *
   * @param bytes size of the output
   * @throws JobRefusedException if there is not enough space
   */
  public void check(Path output, long bytes) {
    require(ExistingPath.of(output), bytes, "the output", Optional.empty());
  }

  private static boolean sameDisk(Path one, Path other) throws IOException {
    FileStore store = Files.getFileStore(one);
    return store.equals(Files.getFileStore(other));
  }

  /** Without an option, another output is needed. */
  private void require(Path directory, long bytes, String what, Optional<String> option) {
    long free = freeBytes.applyAsLong(directory);
    if (free < bytes) {
      String problem =
          "the disk of %s has %s free, but the space needed for %s is about %s: free some space, or choose a larger disk with "
              .formatted(directory, ByteSize.approximate(free), what, ByteSize.approximate(bytes));
      throw new JobRefusedException(
          option.isPresent() ? new OfRequest(problem + option.get()) : new OfOutput(problem, ""));
    }
  }
}
