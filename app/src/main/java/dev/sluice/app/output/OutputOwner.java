package dev.sluice.app.output;

import dev.sluice.operators.OperatorContent;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The configuration that an output was started with. The first role writes it, and all others
 * compare theirs with it.
 *
 * @param outputId random id, by which the output's topics are recognised
 * @param topicPrefix prefix of the output's topics
 * @param clusterId cluster id of the broker
 * @param content configuration that decides the content of the output, including the number of
 *     partitions
 * @param defaults values that other keys have unless a command sets them
 */
public record OutputOwner(
    String outputId,
    String topicPrefix,
    String clusterId,
    SortedMap<String, String> content,
    SortedMap<String, String> defaults) {
  /** The key for the number of partitions, which also decides the content of the output. */
  public static final String PARTITIONS = "kafka.partitions";

  private static final String STARTED =
      "is %s, but the output was started with %s: restore that value, or choose a new output";

  private static final String STARTED_WITHOUT =
      "is %s, but the output was started without this key: omit the key, or choose a new output";

  private static final String PLUGIN =
      "is %s, but the output was started with %s: put that jar into the directory of --plugins, or"
          + " choose a new output";

  private static final String NEAR_DEDUP = "near-dedup.";
  private static final String NEAR_DEDUP_METHOD = NEAR_DEDUP + "method";

  private static final String OTHER_NEAR_DEDUP =
      "the output was started with another kind of near-deduplication, which this version does not"
          + " have: finish it with the version of Sluice that started it, or choose a new output";

  private static final String TOPIC_PREFIX = "kafka.topic-prefix";
  private static final String STATE = "_sluice";

  /**
   * Copies the maps. Checks everything that is used later, because the record may have been
   * damaged.
   */
  public OutputOwner {
    Objects.requireNonNull(outputId, "outputId");
    Objects.requireNonNull(topicPrefix, "topicPrefix");
    Objects.requireNonNull(clusterId, "clusterId");
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    defaults = Collections.unmodifiableSortedMap(new TreeMap<>(defaults));
    content.forEach((key, value) -> Objects.requireNonNull(value, key));
    defaults.forEach((key, value) -> Objects.requireNonNull(value, key));
    Integer.parseInt(Objects.requireNonNull(content.get(PARTITIONS), PARTITIONS));
  }

  /** Reads the owner of an output, if it has one. */
  public static Optional<OutputOwner> read(OutputLayout layout) throws IOException {
    return read(layout.root());
  }

  /**
   * Returns the owner of the configured output, or empty if there is no output or it has not begun.
   */
  public static Optional<OutputOwner> of(SluiceConfig config) throws IOException {
    return read(config.output().path());
  }

  private static Optional<OutputOwner> read(Optional<Path> root) throws IOException {
    return root.isPresent() ? read(root.get()) : Optional.empty();
  }

  /**
   * Reads the owner without first checking that it exists, which would require a further request to
   * an object store.
   */
  private static Optional<OutputOwner> read(Path root) throws IOException {
    Path file = OutputLayout.owner(root);
    try {
      return Optional.of(Json.read(file, OutputOwner.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (FileSystemException e) { // for example, because a file is in the place of a directory
      if (Files.exists(file)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * Returns all values stored in the output at this root, by key. Commands without a configuration
   * use them.
   *
   * @param root root of the output; if empty, the result is empty
   * @throws IOException if the record exists and cannot be read
   */
  public static SortedMap<String, String> remembered(Optional<Path> root) throws IOException {
    return read(root).map(OutputOwner::remembered).orElseGet(Collections::emptySortedMap);
  }

  private SortedMap<String, String> remembered() {
    SortedMap<String, String> values = new TreeMap<>(defaults);
    values.putAll(content);
    values.put(TOPIC_PREFIX, topicPrefix);
    return values;
  }

  /** Returns the owner of a new output. */
  public static OutputOwner begin(SluiceConfig config, String clusterId, int partitions) {
    SortedMap<String, String> all = new TreeMap<>(config.content());
    all.put(PARTITIONS, Integer.toString(partitions));
    return new OutputOwner(
        UUID.randomUUID().toString(),
        config.kafka().topicPrefix(),
        clusterId,
        all,
        config.remembered());
  }

  /**
   * Writes the record unless another process has already written one. It returns the record that is
   * in the output.
   */
  public OutputOwner writeIfFirst(OutputLayout layout, Publication publication) throws IOException {
    try {
      publication.create(layout.owner(), Json.write(this));
      return this;
    } catch (FileAlreadyExistsException e) {
      return Json.read(layout.owner(), OutputOwner.class);
    }
  }

  /** Returns the names of the buckets in ascending order of score. */
  public List<String> buckets() {
    return IntStream.iterate(0, i -> content.containsKey(bucket(i)), i -> i + 1)
        .mapToObj(i -> content.get(bucket(i)))
        .toList();
  }

  private static String bucket(int index) {
    return "buckets." + index + ".name";
  }

  /** Returns the number of partitions of its topics. */
  public int partitions() {
    return Integer.parseInt(content.get(PARTITIONS));
  }

  /** Adds a problem for each difference from a configuration. */
  public void compare(SluiceConfig config, Problems problems) {
    String prefix = config.kafka().topicPrefix();
    if (!topicPrefix.equals(prefix)) {
      problems.add(
          TOPIC_PREFIX, "is " + prefix + ", but the output was started with " + topicPrefix);
    }
    compare(content, config.content(), config.kafka().partitions(), problems);
  }

  /** Returns whether the output has no shard. Only counters would be lost with such an output. */
  public boolean hasKeptNothing(Path root) throws IOException {
    Path shards = root.resolve(content.getOrDefault("dataset.language", ""));
    if (!Files.exists(shards)) {
      return true;
    }
    try (Stream<Path> files = Files.walk(shards)) {
      return files.noneMatch(Files::isRegularFile);
    }
  }

  /** Adds a problem if this broker is not the one that stores the ids seen so far. */
  public void compareBroker(String server, String id, Problems problems) {
    if (!clusterId.equals(id)) {
      problems.add(
          "kafka.bootstrap-servers",
          ("the broker at %s belongs to cluster %s, but the output was started on cluster %s, which"
               + " stores the ids kept so far: use a broker of that cluster (an embedded broker is"
               + " in the --work-dir of the first start), or choose a new output")
              .formatted(server, id, clusterId));
    }
  }

  /**
   * Adds a problem for each content key that differs.
   *
   * @param begun the stored configuration
   */
  public static void compare(
      SortedMap<String, String> begun,
      SortedMap<String, String> configured,
      OptionalInt partitions,
      Problems problems) {
    compare(begun, configured, partitions, OutputOwner::started, problems);
  }

  private static String started(String key, boolean isStored) {
    if (OperatorContent.isPlugin(key)) {
      return PLUGIN;
    }
    return isStored ? STARTED : STARTED_WITHOUT;
  }

  /** Formats the message for a key that differs. */
  @FunctionalInterface
  public interface Wording {
    /**
     * Returns a format for the configured value and the stored value, in this order. The stored
     * value may be absent.
     */
    String of(String key, boolean isStored);
  }

  /** Adds a problem, in the given words, for each content key that differs. */
  public static void compare(
      SortedMap<String, String> begun,
      SortedMap<String, String> configured,
      OptionalInt partitions,
      Wording wording,
      Problems problems) {
    SortedMap<String, String> now = new TreeMap<>(configured);
    now.put(
        PARTITIONS,
        partitions.isPresent()
            ? Integer.toString(partitions.getAsInt())
            : begun.getOrDefault(PARTITIONS, ""));
    TreeSet<String> keys = new TreeSet<>(begun.keySet());
    keys.addAll(now.keySet());
    if (!begun.getOrDefault(NEAR_DEDUP_METHOD, "").isEmpty()
        && !begun.containsKey(SluiceConfig.NEAR_DEDUP_CONSTANTS)) {
      problems.add(NEAR_DEDUP_METHOD, OTHER_NEAR_DEDUP);
      keys.removeIf(key -> key.startsWith(NEAR_DEDUP));
    }
    for (String key : keys) {
      String before = begun.getOrDefault(key, "none");
      String after = now.getOrDefault(key, "none");
      if (!before.equals(after)) {
        String message = wording.of(key, !begun.getOrDefault(key, "").isEmpty());
        problems.add(key, message.formatted(shown(after), shown(before)));
      }
    }
  }

  private static String shown(String value) {
    return value.isEmpty() ? "null" : value;
  }

  /**
   * Adds a problem if an output cannot be created because its place is not writable or not empty.
   *
   * @param existing the root, or the nearest directory above it that exists
   */
  public static void checkNew(Path existing, Path root, Problems problems) throws IOException {
    if (!Files.isDirectory(existing)) {
      problems.add("output.path", existing + " is not a directory");
    } else if (!Files.isWritable(existing)) {
      problems.add("output.path", existing + " is not writable");
    } else if (Files.exists(root)) {
      checkEmpty(root, problems);
    }
  }

  private static void checkEmpty(Path root, Problems problems) throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      List<String> foreign =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.equals(STATE))
              .sorted()
              .toList();
      if (!foreign.isEmpty()) {
        problems.add(
            "output.path",
            "%s has files that Sluice did not write (%s%s): choose an empty or new directory"
                .formatted(
                    root,
                    String.join(", ", foreign.subList(0, Math.min(3, foreign.size()))),
                    foreign.size() > 3 ? ", ..." : ""));
      }
    } catch (NoSuchFileException e) {
      // Another role that is starting has probed the store, and has meanwhile deleted its object.
    }
  }
}
