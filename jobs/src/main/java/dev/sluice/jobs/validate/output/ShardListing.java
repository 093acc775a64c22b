package dev.sluice.jobs.validate.output;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpRule;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.settings.load.ContentConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compares the files of an output with its manifests. */
public final class ShardListing {
  private final SealedOutput output;
  private final ContentConfiguration content;
  private final Findings findings;

  public ShardListing(SealedOutput output, Findings findings) {
    this.output = output;
    this.content = output.content();
    this.findings = findings;
  }

  /**
   * Returns the listed shards that exist, by bucket, dump and rank. Reports missing shards, shards
   * that are listed twice, and files that are not listed or are in the wrong directory.
   */
  public List<SealedShard> existing() throws IOException {
    Map<String, SealedShard> missing = new LinkedHashMap<>();
    for (SealedShard shard : output.shards()) {
      if (missing.put(shard.path(), shard) != null) {
        findings.unreadable(shard.path(), "is listed more than once in the manifests");
      }
    }
    List<SealedShard> existing = new ArrayList<>(missing.values());
    for (String path : output.manifests().files().keySet()) {
      if (!missing.containsKey(path)) {
        findings.unreadable(
            path, "its manifest lists it in a bucket that the output does not have");
      }
    }
    Path root = output.root().resolve(content.language());
    for (Path file : filesBelow(root)) {
      String relative = root.relativize(file).toString().replace('\\', '/');
      check(relative, Optional.ofNullable(missing.remove(content.language() + "/" + relative)));
    }
    missing.forEach(
        (path, shard) ->
            findings.unreadable(
                path,
                "is missing: its manifest lists it with %,d rows".formatted(shard.file().rows())));
    existing.removeIf(shard -> missing.containsKey(shard.path()));
    return existing;
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

  private void check(String relative, Optional<SealedShard> listed) {
    String path = content.language() + "/" + relative;
    Optional<ShardPath> place =
        ShardPath.parse(relative, content.byDump(), content.fields().dump());
    Optional<Integer> bucket = place.flatMap(p -> content.bucketIndex(p.bucket()));
    if (bucket.isEmpty()) {
      findings.violation(Check.PATHS, path, "does not belong here: " + expected());
      if (listed.isEmpty()) {
        findings.violation(Check.FILES, path, "is not listed in a manifest");
      }
    } else if (listed.isEmpty()) {
      findings.unreadable(
          path,
          "is not listed in a manifest: its unit is not sealed yet (run the command again), a"
              + " compaction was killed (run `compact` again), or Sluice did not write the file");
    } else if (listed.get().bucket() != bucket.get()
        || !listed.get().dump().equals(place.get().dump())) {
      findings.violation(
          Check.PATHS,
          path,
          "its manifest lists it in bucket %s%s"
              .formatted(
                  content.buckets().get(listed.get().bucket()).name(),
                  content.byDump() ? " of " + listed.get().dump() : ""));
    }
  }

  private String expected() {
    String names =
        String.join(", ", content.buckets().stream().map(bucket -> bucket.name()).toList());
    String form = content.byDump() ? "{bucket}/{dump}/{rank}.parquet" : "{bucket}/{rank}.parquet";
    return "paths of shards are %s/%s, with the buckets %s"
        .formatted(content.language(), form, names);
  }

  /**
   * The parts of a shard's path {@code en/{bucket}/{dump}/{rank}.parquet}, or {@code
   * {first}-{last}.{compaction}.parquet} if it was merged. If a take-down removed rows from it, a
   * hash precedes {@code .parquet}.
   *
   * @param bucket name of the bucket, which need not exist
   * @param dump name of the dump; empty if shards are not laid out by dump
   */
  record ShardPath(String bucket, String dump) {
    private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
    private static final Pattern FILE =
        Pattern.compile("%1$s(-%1$s\\.%1$s)?(\\.[0-9a-f]{16})?\\.parquet".formatted(NUMBER));

    /**
     * Parses a path relative to the language's directory, and returns empty if the path has a
     * different form.
     *
     * @param dumps the dumps of the output
     */
    static Optional<ShardPath> parse(String relative, boolean byDump, DumpRule dumps) {
      List<String> names = List.of(relative.split("/", -1));
      int levels = byDump ? 3 : 2;
      if (names.size() != levels || !isShard(names.get(levels - 1))) {
        return Optional.empty();
      }
      String dump = byDump ? names.get(1) : "";
      boolean isDump = dump.equals(DumpName.UNKNOWN) || dumps.allows(dump);
      return byDump && !isDump ? Optional.empty() : Optional.of(new ShardPath(names.get(0), dump));
    }

    /** Returns whether a file name has the form of a shard's name. */
    static boolean isShard(String name) {
      return FILE.matcher(name).matches();
    }
  }
}
