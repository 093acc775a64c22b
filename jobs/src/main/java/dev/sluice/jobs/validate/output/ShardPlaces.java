package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the bucket and the dump of a file, if the file is a shard of an output. The manifests of
 * the output decide, not the names of its directories. Reads the manifests of each output once.
 *
 * <p>Memory: the paths of the shards of these outputs. Not thread-safe.
 */
public final class ShardPlaces {
  private static final Logger LOG = LoggerFactory.getLogger(ShardPlaces.class);

  private final Map<Path, Map<Path, Place>> outputs = new HashMap<>();

  /**
   * The bucket and dump of a shard.
   *
   * @param bucket name of the bucket
   * @param dump name of the dump; empty if shards are not laid out by dump
   */
  public record Place(String bucket, String dump) {}

  /** Returns the place of a file, or empty if no output's manifest lists the file. */
  public Optional<Place> of(Path file) throws IOException {
    if (!ShardListing.ShardPath.isShard(file.getFileName().toString())) {
      return Optional.empty();
    }
    Path directory = file.toAbsolutePath().getParent().toRealPath();
    Path shard = directory.resolve(file.getFileName());
    for (Path root : roots(directory)) {
      Optional<Place> place = Optional.ofNullable(listed(root).get(shard));
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the directories that may be the root of the output. A shard is in LANGUAGE/BUCKET or
   * LANGUAGE/BUCKET/DUMP.
   */
  private static List<Path> roots(Path directory) {
    List<Path> above = new ArrayList<>();
    for (Path at = directory; at != null; at = at.getParent()) {
      above.add(at);
    }
    return above.subList(Math.min(2, above.size()), Math.min(4, above.size()));
  }

  private Map<Path, Place> listed(Path root) {
    return outputs.computeIfAbsent(root, ShardPlaces::read);
  }

  /** Reads the manifests below a directory, which need not be an output or be readable. */
  private static Map<Path, Place> read(Path root) {
    Map<Path, Place> places = new HashMap<>();
    try {
      for (DumpManifest manifest : ManifestSet.read(root, new Findings(Set.of())).listing()) {
        String dump = manifest.dump().equals(Manifests.ALL_DUMPS) ? "" : manifest.dump();
        manifest
            .buckets()
            .forEach(
                (bucket, part) ->
                    part.files()
                        .forEach(
                            file ->
                                places.put(root.resolve(file.path()), new Place(bucket, dump))));
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.atWarn()
          .addKeyValue("directory", root)
          .addKeyValue("reason", e.getMessage())
          .log("manifests cannot be read: the buckets and dumps of shards are unknown");
    }
    return places;
  }
}
