package dev.sluice.storage.output;

import dev.sluice.storage.publish.OutputFiles;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The paths of the files of an output, except the version record, whose name {@link VersionRecord}
 * makes.
 *
 * @param root the output directory
 * @param language directory of the shards, such as {@code en}
 * @param byDump whether shards lie in a directory per dump
 */
public record OutputLayout(Path root, String language, boolean byDump) {
  /** The name of the file with the attribution, in the root. */
  public static final String ATTRIBUTION = "ATTRIBUTION.md";

  private static final String STATE = "_sluice";

  /** Checks that the language is a plain name. */
  public OutputLayout {
    Objects.requireNonNull(root, "root");
    if (!language.matches("[0-9A-Za-z][0-9A-Za-z_-]{0,31}")) {
      throw new IllegalArgumentException(
          "dataset.language \""
              + language
              + "\" must be 1 to 32 characters (letters, digits, _, -)");
    }
  }

  /**
   * Returns the path of a file relative to the root, with {@code /} as separator, as records name
   * it.
   */
  public String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** Returns the directory of the shards. It contains no other files. */
  public Path shards() {
    return root.resolve(language);
  }

  /**
   * Returns the path of a shard relative to the root, with {@code /} as separator.
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
   * Returns the path of a merged shard. No other compaction uses it.
   *
   * @param first the lowest rank of the shards that it replaces
   * @param last the highest rank of these shards
   * @param compaction number of the compaction
   */
  public String mergedShard(String bucket, String dump, long first, long last, long compaction) {
    String directory = byDump ? bucket + "/" + dump : bucket;
    return "%s/%s/%d-%d.%d.parquet".formatted(language, directory, first, last, compaction);
  }

  /**
   * Returns the directory for the temporary files of one instance. The instance may delete them
   * when it starts. If the shards are on a local file system, it is on the same one.
   *
   * @param work a local directory of the instance, for an output that is not local
   */
  public Path temporary(String instanceId, Path work) {
    Path state = OutputFiles.areLocal(root) ? root.resolve(STATE) : work;
    return state.resolve("tmp").resolve(instanceId);
  }

  /** Returns the manifest of a dump. */
  public Path manifest(String dump) {
    return manifests().resolve(dump + ".json");
  }

  /** Returns the directory of the manifests. */
  public Path manifests() {
    return root.resolve(STATE).resolve("dumps");
  }

  /**
   * Returns the directory of the lists of units' files. Each list is named after the hash of its
   * bytes.
   */
  public Path inputs() {
    return inputs(root);
  }

  /**
   * Returns the directory of the units' files with their sizes, and of packs of units. Each file in
   * it is named after the hash of its bytes.
   */
  static Path units(Path root) {
    return root.resolve(STATE).resolve("units");
  }

  /** Returns the directory of the lists of units' files of the output at this root. */
  public static Path inputs(Path root) {
    return root.resolve(STATE).resolve("inputs");
  }

  /** Returns the cut records of one partition of a topic. */
  public Path cuts(String topic, int partition) {
    return cuts(root).resolve(topic).resolve(Integer.toString(partition));
  }

  /** Returns the cut records of the output at a root. */
  public static Path cuts(Path root) {
    return root.resolve(STATE).resolve("cuts");
  }

  /** Returns the records of compactions. */
  public Path compactions() {
    return root.resolve(STATE).resolve("compactions");
  }

  /** Returns the records of take-downs, and their lists. */
  public Path takedowns() {
    return takedowns(root);
  }

  /** Returns the take-downs of the output at this root. */
  public static Path takedowns(Path root) {
    return root.resolve(STATE).resolve("takedowns");
  }

  /** Returns the directory of the counts of shards by host of the output at this root. */
  public static Path content(Path root) {
    return root.resolve(STATE).resolve("content");
  }

  /**
   * Returns the directory of near-deduplication. It has, by unit, the signatures of kept documents
   * and which documents were removed.
   */
  public Path signatures() {
    return root.resolve(STATE).resolve("signatures");
  }

  /**
   * Returns the directory of the evidence of near-deduplication and of the decisions about its
   * guard.
   */
  public Path nearDuplicates() {
    return root.resolve(STATE).resolve("near-duplicates");
  }

  /** Returns the path of the list of all shards in manifests. */
  public Path shardList() {
    return root.resolve(STATE).resolve("shards.txt");
  }

  /** Returns the path of the resets that may still be in progress. */
  public Path begunResets() {
    return root.resolve(STATE).resolve("resets.json");
  }

  /** Returns the path of the dataset card. */
  public Path card() {
    return root.resolve("README.md");
  }

  /**
   * Returns the path of the owner file. It has the configuration with which the output was started.
   */
  public Path owner() {
    return owner(root);
  }

  /**
   * Returns the path of the owner file of the output at a root. This file determines the rest of
   * the layout.
   */
  public static Path owner(Path root) {
    return root.resolve(STATE).resolve("owner.json");
  }

  /**
   * Returns the path of the lock that {@code compact} and {@code reset} take on an output in an
   * object store.
   */
  public Path changing() {
    return root.resolve(STATE).resolve("changing.json");
  }

  /** Returns the default work directory. */
  public Path work() {
    return root.resolve(STATE).resolve("work");
  }
}
