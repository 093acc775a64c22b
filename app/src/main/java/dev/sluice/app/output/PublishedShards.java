package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * Requires the shards listed in cut records and compactions to exist before more is written.
 * Without these shards, readers of the output would miss documents that counters and manifests
 * count as kept. Also requires replaced shards to be gone, because they may have documents that
 * were taken down.
 */
public final class PublishedShards {
  private PublishedShards() {}

  /**
   * Checks name and length of each shard. This takes a few microseconds per shard, or a request per
   * 1,000 shards in an object store.
   *
   * @param config configuration that names the output
   * @param layout layout of the output
   * @throws Failure if a shard is missing, naming the first
   */
  public static void require(CutLogs cuts, SluiceConfig config, OutputLayout layout)
      throws IOException {
    Path root = layout.root();
    List<CutFile> missing =
        missing(cuts, root, () -> OutputFiles.of(root).sizesBelow(layout.shards()));
    if (!missing.isEmpty()) {
      CutFile first = missing.get(0);
      throw new Failure(
          "%d of the shards listed in %s are missing or have a different length; the first is %s. Restore the shards, or forget the units of this shard with `%s` and ingest them again. Nothing was written"
              .formatted(
                  missing.size(),
                  root.resolve("_sluice/cuts"),
                  root.resolve(first.path()),
                  forgetting(first, cuts.manifests(), ShellCommand.of("reset").on(config))));
    }
  }

  /**
   * Requires that no shard with documents that were taken down is there any more.
   *
   * @param remaining shards that are there after their deletion
   * @throws Failure if there are any, naming one
   */
  public static void requireGone(SortedSet<Path> remaining) {
    if (!remaining.isEmpty()) {
      throw new Failure(
          "takedown: shards are still there after their deletion (%,d, such as %s): run the command again. If it says the same, delete them"
              .formatted(remaining.size(), remaining.first()));
    }
  }

  /**
   * Returns the command that forgets a unit, together with units that have rows in the same shard.
   */
  private static ShellCommand forgetting(CutFile shard, Manifests manifests, ShellCommand reset) {
    return manifests.unitsOf(shard).stream()
        .findFirst()
        .map(unit -> reset.with("--unit", unit))
        .orElseGet(() -> reset.with("--dump", shard.dump()))
        .with("--units");
  }

  /** Lists the shards that exist, with their lengths. */
  @FunctionalInterface
  interface Listing {
    Map<Path, Long> sizes() throws IOException;
  }

  /**
   * Returns the shards that do not exist. Sinks may publish shards meanwhile, and resets,
   * compactions and take-downs may delete some. A shard is published before its record, and deleted
   * after the record of what replaces it. So only a shard that records list before and after the
   * listing must be in it.
   */
  static List<CutFile> missing(CutLogs cuts, Path root, Listing listing) throws IOException {
    List<CutFile> before = cuts.manifests().shards();
    Map<Path, Long> sizes = listing.sizes();
    List<CutFile> missing = before.stream().filter(shard -> !isThere(shard, root, sizes)).toList();
    if (missing.isEmpty()) {
      return missing;
    }
    Set<CutFile> after = Set.copyOf(cuts.manifests().shards());
    return missing.stream().filter(after::contains).toList();
  }

  private static boolean isThere(CutFile shard, Path root, Map<Path, Long> sizes) {
    return Long.valueOf(shard.bytes()).equals(sizes.get(root.resolve(shard.path())));
  }
}
