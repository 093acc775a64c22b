package dev.sluice.jobs.shuffle;

import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.shuffle.Shards.ShardPlan;
import dev.sluice.jobs.shuffle.ShuffleJob.ShuffleResult;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The output directory. It contains only shards. A hidden file beside the directory describes the
 * shards, so that a later run recognises finished work.
 */
final class ShuffleOutput {
  private static final Pattern SHARD = Pattern.compile("\\.?train-\\d{5}-of-\\d{5}\\.");

  private final Path directory;
  private final Path temporary;

  /**
   * @param other directory for temporary files, in which they get a subdirectory whose name is
   *     specific to this output; if empty, temporary files are beside the output
   */
  ShuffleOutput(Path directory, Optional<Path> other) {
    this.directory = directory.toAbsolutePath().normalize();
    String name = "." + this.directory.getFileName() + ".shuffle";
    this.temporary =
        other.isEmpty()
            ? this.directory.resolveSibling(name)
            : other.get().resolve("%s-%08x".formatted(name, this.directory.toString().hashCode()));
  }

  Path path() {
    return directory;
  }

  private Path record() {
    return directory.resolveSibling(recordOf(directory));
  }

  /** Returns the name of the file that describes an output. */
  static String recordOf(Path directory) {
    return "." + directory.getFileName() + ".shuffle.json";
  }

  /** Returns the temporary directory. By default, it is beside the output. */
  Path temporary() {
    return temporary;
  }

  /**
   * Returns the finished result of the same request, if all of its files exist.
   *
   * @throws JobRefusedException if the output belongs to a different request
   */
  Optional<ShuffleResult> finished(Map<String, Object> request, OptionalLong seed)
      throws IOException {
    if (!Files.exists(record()) || !Files.isDirectory(directory)) {
      return Optional.empty();
    }
    ShuffleResult result = Json.read(record(), ShuffleResult.class);
    for (ShuffleResult.Shard shard : result.shards()) {
      Path file = directory.resolve(shard.name());
      if (!Files.exists(file) || Files.size(file) != shard.bytes()) {
        return Optional.empty();
      }
    }
    requireSame(result.request(), result.seed(), request, seed);
    return Optional.of(result);
  }

  /**
   * Checks that an interrupted shuffle has the same request.
   *
   * @throws JobRefusedException if its request differs
   */
  void requireSame(
      Map<String, Object> before, long seedBefore, Map<String, Object> now, OptionalLong seed)
      throws IOException {
    OutputDirectory.requireSame(
        directory,
        "shuffle",
        Json.tree(withSeed(before, seedBefore)),
        withSeed(now, seed.orElse(seedBefore)));
  }

  private static Map<String, Object> withSeed(Map<String, Object> request, long seed) {
    Map<String, Object> all = new HashMap<>(request);
    all.put("seed", seed);
    return all;
  }

  /**
   * Checks that there is no output yet.
   *
   * @throws JobRefusedException if there is
   */
  void requireEmpty() throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw JobRefusedException.ofOutput("%s is a file: choose a directory".formatted(directory));
    }
    Optional<Path> foreign = OutputDirectory.foreign(directory);
    if (foreign.isPresent()) {
      throw JobRefusedException.ofOutput(
          "%s is not empty (it holds %s), and %s has no unfinished shuffle: choose a new directory, or set --temp-dir to the temporary directory of the unfinished shuffle"
              .formatted(directory, foreign.get().getFileName(), temporary));
    }
  }

  /** Creates the directory. */
  void begin() throws IOException {
    Files.deleteIfExists(record());
    Files.createDirectories(directory);
  }

  /** Writes the description of the shards. */
  ShuffleResult finish(ShuffleState state, ShardPlan plan, List<SkippedPath> leftOut)
      throws IOException {
    List<ShuffleResult.Shard> shards = new ArrayList<>();
    for (int i = 0; i < plan.shards(); i++) {
      long rows = plan.firstRow(i + 1) - plan.firstRow(i);
      shards.add(new ShuffleResult.Shard(plan.name(i), rows, Files.size(plan.path(i))));
    }
    ShuffleResult result =
        new ShuffleResult(
            state.begun().request(),
            state.seed(),
            plan.rows(),
            shards,
            state.quarantined(),
            SkippedPath.json(leftOut));
    TemporaryFile.write(record(), Json.write(result));
    return result;
  }

  /** Removes the directory and existing shards, which cannot be continued. */
  void discard() throws IOException {
    List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.toList();
    }
    for (Path entry : entries) {
      if (SHARD.matcher(entry.getFileName().toString()).lookingAt()) {
        Files.delete(entry);
      }
    }
    FileTree.deleteIfEmpty(directory); // another process may have written to it
  }
}
