package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest.FilePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Lists the shards of an output, and the files that do not belong there. */
public final class ShardListing {
  private final Path output;
  private final ContentConfiguration content;
  private final Findings findings;

  public ShardListing(Path output, ContentConfiguration content, Findings findings) {
    this.output = output;
    this.content = content;
    this.findings = findings;
  }

  /** All shards by bucket and path; reports other files. */
  public List<Shard> list(SortedMap<String, FilePart> listed) throws IOException {
    List<Shard> shards = new ArrayList<>();
    Path root = output.resolve(content.language());
    for (Path file : filesBelow(root)) {
      String relative = root.relativize(file).toString().replace('\\', '/');
      shard(file, relative, listed).ifPresent(shards::add);
    }
    shards.sort(Comparator.comparingInt(Shard::bucket).thenComparing(Shard::path));
    return shards;
  }

  private static List<Path> filesBelow(Path root) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(path -> !Files.isDirectory(path)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<Shard> shard(Path file, String relative, SortedMap<String, FilePart> listed)
      throws IOException {
    String path = content.language() + "/" + relative;
    Optional<ShardPath> place =
        ShardPath.parse(relative, content.byDump(), content.fields().dump());
    Optional<Integer> bucket = place.flatMap(p -> content.bucketIndex(p.bucket()));
    if (bucket.isEmpty()) {
      findings.violation(Check.PATHS, path, "does not belong here: " + expected());
    }
    Optional<FilePart> part = Optional.ofNullable(listed.get(path));
    if (part.isEmpty()) {
      findings.violation(
          Check.FILES,
          path,
          "is in no manifest: its unit is not sealed yet (run the command again), or a compaction"
              + " was killed (run `compact` again), or Sluice did not write the file");
    }
    long bytes = Files.size(file);
    return bucket.map(index -> new Shard(path, index, place.orElseThrow().dump(), bytes, part));
  }

  private String expected() {
    String names =
        String.join(", ", content.buckets().stream().map(bucket -> bucket.name()).toList());
    String form = content.byDump() ? "{bucket}/{dump}/{rank}.parquet" : "{bucket}/{rank}.parquet";
    return "shards are %s/%s, in the buckets %s".formatted(content.language(), form, names);
  }
}
