package dev.sluice.cli.exit;

import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.IoRetry;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** Creates messages about a full disk. */
public final class FullDisk {
  private FullDisk() {}

  /**
   * Returns a message that names the full disk and the solution, or empty for any other error.
   *
   * @param written paths that are written to. The message names the path on the disk with the least
   *     free space, because the platform does not report which disk is full
   */
  public static Optional<String> message(Exception e, Path... written) {
    if (!IoRetry.isFullDisk(e)) {
      return Optional.empty();
    }
    return Arrays.stream(written)
        .min(Comparator.comparingLong(path -> ExistingPath.of(path).toFile().getUsableSpace()))
        .map(
            path ->
                "the disk of %s is full: free some space, then run the command again"
                    .formatted(path));
  }
}
