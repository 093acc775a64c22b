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

/**
 * Requires the shards listed in cut records and compactions to exist before more is written.
 * Without these shards, readers of the output would miss documents that counters and manifests
 * count as kept.
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
    // Looks twice, because another sink may just have finished a reset.
    if (missing(cuts, layout).isEmpty()) {
      return;
    }
    List<CutFile> missing = missing(cuts, layout);
    Path root = layout.root();
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
   * Returns the command that forgets a unit, together with units that have rows in the same shard.
   */
  private static ShellCommand forgetting(CutFile shard, Manifests manifests, ShellCommand reset) {
    return manifests.unitsOf(shard).stream()
        .findFirst()
        .map(unit -> reset.with("--unit", unit))
        .orElseGet(() -> reset.with("--dump", shard.dump()))
        .with("--units");
  }

  private static List<CutFile> missing(CutLogs cuts, OutputLayout layout) throws IOException {
    Map<Path, Long> sizes = OutputFiles.of(layout.root()).sizesBelow(layout.shards());
    return cuts.manifests().shards().stream()
        .filter(shard -> !isThere(shard, layout.root(), sizes))
        .toList();
  }

  private static boolean isThere(CutFile shard, Path root, Map<Path, Long> sizes) {
    return Long.valueOf(shard.bytes()).equals(sizes.get(root.resolve(shard.path())));
  }
}
