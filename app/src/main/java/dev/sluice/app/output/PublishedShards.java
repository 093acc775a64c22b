package dev.sluice.app.output;

import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Requires the shards listed in cut records and compactions to exist before more is written:
 * otherwise readers of the output would miss documents that counters and manifests count as kept.
 */
public final class PublishedShards {
  private PublishedShards() {}

  /**
   * Checks name and length of each shard; takes a few microseconds per shard, or a request per
   * directory of an object store.
   *
   * @param config that names the output
   * @throws Failure naming the first missing shard
   */
  public static void require(CutLogs cuts, SluiceConfig config) throws IOException {
    Path root = config.output().path().orElseThrow();
    // Looks twice, because another sink may just have finished a reset.
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

  /** Units with rows in the same shard are forgotten with the named one. */
  private static ShellCommand forgetting(CutFile shard, Manifests manifests, ShellCommand reset) {
    return manifests.unitsOf(shard).stream()
        .findFirst()
        .map(unit -> reset.with("--unit", unit))
        .orElseGet(() -> reset.with("--dump", shard.dump()))
        .with("--units");
  }

  /** Lists directories instead of asking for each shard: in an object store, that is a request. */
  private static List<CutFile> missing(CutLogs cuts, Path root) throws IOException {
    Map<Path, Map<Path, Long>> listed = new HashMap<>();
    List<CutFile> missing = new ArrayList<>();
    for (CutFile shard : cuts.manifests().shards()) {
      Path file = root.resolve(shard.path());
      Path directory = file.getParent();
      if (!listed.containsKey(directory)) {
        listed.put(directory, lengths(directory));
      }
      if (!listed.get(directory).getOrDefault(file.getFileName(), -1L).equals(shard.bytes())) {
        missing.add(shard);
      }
    }
    return missing;
  }

  private static Map<Path, Long> lengths(Path directory) throws IOException {
    Map<Path, Long> lengths = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        lengths.put(file.getFileName(), length(file));
      }
    } catch (NoSuchFileException e) {
      return Map.of();
    }
    return lengths;
  }

  /** Another process may just have deleted it. */
  private static long length(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return -1;
    }
  }
}
