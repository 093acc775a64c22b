package dev.sluice.storage.output;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where everything of an output is.
 *
 * @param root the output directory
 * @param language directory of the shards, such as {@code en}
 * @param byDump whether shards lie in a directory per dump
 */
public record OutputLayout(Path root, String language, boolean byDump) {
  private static final String STATE = "_sluice";

  /** Checks that the language is a plain name. */
  public OutputLayout {
    Objects.requireNonNull(root, "root");
    if (!language.matches("[0-9A-Za-z][0-9A-Za-z_-]{0,31}")) {
      throw new IllegalArgumentException(
          "dataset.language \"" + language + "\": allowed are 1 to 32 letters, digits, _ -");
    }
  }

  /** The path of a file relative to the root, with /, as records name it. */
  public String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** The directory that holds nothing but shards. */
  public Path shards() {
    return root.resolve(language);
  }

  /**
   * Path of a shard relative to the root, with /.
   *
   * @param bucket name of the bucket
   * @param dump name of the dump; not part of the path where shards are not laid out by dump
   * @param rank number of the shard in its directory
   */
  public String shard(String bucket, String dump, long rank) {
    String directory = byDump ? bucket + "/" + dump : bucket;
    return language + "/" + directory + "/" + rank + ".parquet";
  }

  /**
   * Path of a shard that a compaction made of others: no compaction ever uses it again.
   *
   * @param first rank of what it was made of
   * @param last rank of it
   * @param compaction number of it
   */
  public String mergedShard(String bucket, String dump, long first, long last, long compaction) {
    String directory = byDump ? bucket + "/" + dump : bucket;
    return "%s/%s/%d-%d.%d.parquet".formatted(language, directory, first, last, compaction);
  }

  /**
   * Files that an instance is writing: only its own, so that it may clear them away when it starts.
   * On the same file system as the shards.
   */
  public Path temporary(String instanceId) {
    return root.resolve(STATE).resolve("tmp").resolve(instanceId);
  }

  /** The manifest of a dump. */
  public Path manifest(String dump) {
    return manifests().resolve(dump + ".json");
  }

  /** The directory of the manifests. */
  public Path manifests() {
    return root.resolve(STATE).resolve("dumps");
  }

  /** The lists of units' files, named after their bytes. */
  public Path inputs() {
    return inputs(root);
  }

  /** The lists of units' files of the output at a root. */
  public static Path inputs(Path root) {
    return root.resolve(STATE).resolve("inputs");
  }

  /** The cut records of one partition of a topic. */
  public Path cuts(String topic, int partition) {
    return cuts(root).resolve(topic).resolve(Integer.toString(partition));
  }

  /** The cut records of the output at a root. */
  public static Path cuts(Path root) {
    return root.resolve(STATE).resolve("cuts");
  }

  /** The records of compactions. */
  public Path compactions() {
    return root.resolve(STATE).resolve("compactions");
  }

  /** The list of all shards that manifests have. */
  public Path shardList() {
    return root.resolve(STATE).resolve("shards.txt");
  }

  /** What the manifests were last computed from. */
  public Path sealed() {
    return root.resolve(STATE).resolve("sealed.json");
  }

  /** The resets that were begun and may not be over. */
  public Path begunResets() {
    return root.resolve(STATE).resolve("resets.json");
  }

  /** What the output was begun with. */
  public Path owner() {
    return owner(root);
  }

  /** What the output at a root was begun with, which says how the rest is laid out. */
  public static Path owner(Path root) {
    return root.resolve(STATE).resolve("owner.json");
  }

  /** The directory that a compaction locks, and a reset too: they exclude each other. */
  public Path compacting() {
    return root.resolve(STATE).resolve("work-compact");
  }

  /** State of the embedded form. */
  public Path work() {
    return root.resolve(STATE).resolve("work");
  }
}
