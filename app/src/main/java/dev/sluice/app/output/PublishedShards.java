package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The shards that the cut records and compactions tell of must be there before more is written:
 * what reads an output would otherwise miss documents that every counter and manifest says are
 * kept.
 */
public final class PublishedShards {
  private PublishedShards() {}

  /**
   * Looks for each, by name and length; a shard costs a microsecond or a few.
   *
   * @param config that names the output
   * @throws Failure naming the first that is missing
   */
  public static void require(CutLogs cuts, SluiceConfig config) throws IOException {
    Path root = config.output().path().orElseThrow();
    // A second look, as another sink may just have finished forgetting a dump.
    if (missing(cuts, root).isEmpty()) {
      return;
    }
    List<CutFile> missing = missing(cuts, root);
    if (!missing.isEmpty()) {
      CutFile first = missing.get(0);
      throw new Failure(
          "%d of the shards listed in %s are gone or have another length; the first is %s: put them back, or forget what it was made of with `%s` and ingest that again; nothing was written"
              .formatted(
                  missing.size(),
                  root.resolve("_sluice/cuts"),
                  root.resolve(first.path()),
                  forgetting(first, cuts.manifests(), ShellCommand.of("reset").on(config))));
    }
  }

  /** Other units with rows in the shard go with the one that is named. */
  private static ShellCommand forgetting(CutFile shard, Manifests manifests, ShellCommand reset) {
    return manifests.unitsOf(shard).stream()
        .findFirst()
        .map(unit -> reset.with("--unit", unit))
        .orElseGet(() -> reset.with("--dump", shard.dump()))
        .with("--units");
  }

  private static List<CutFile> missing(CutLogs cuts, Path root) throws IOException {
    return cuts.manifests().shards().stream()
        .filter(shard -> root.resolve(shard.path()).toFile().length() != shard.bytes())
        .toList();
  }
}
