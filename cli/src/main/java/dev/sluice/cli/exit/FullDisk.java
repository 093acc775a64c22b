package dev.sluice.cli.exit;

import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** Puts a full disk in the user's words. */
public final class FullDisk {
  private FullDisk() {}

  /**
   * Which disk is full and what to do; empty where it is something else.
   *
   * @param written what is written to: the one on the disk with the least room is named, since the
   *     platform does not say which it was
   */
  public static Optional<String> told(IOException e, Path... written) {
    if (!IoRetry.isFullDisk(e)) {
      return Optional.empty();
    }
    return Arrays.stream(written)
        .min(Comparator.comparingLong(path -> ExistingPath.of(path).toFile().getUsableSpace()))
        .map(
            path ->
                "the disk of %s is full: make space, then type the same command again"
                    .formatted(path));
  }
}
