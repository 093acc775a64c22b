package dev.sluice.app.output;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.config.load.ConfigLoader;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an output directory was begun with; the first role that sees the output writes it, all
 * others compare.
 *
 * @param outputId random, so that topics can tell whose they are
 * @param topicPrefix of the output's topics
 * @param clusterId of the broker
 * @param content the configuration that decides content, the number of partitions included
 * @param defaults what holds of other keys unless a command says otherwise; none where the version
 *     that began the output did not keep them
 * @param tentative whether no unit may have been begun with it: what a first `run` that came to
 *     nothing has left binds nobody
 */
public record OutputOwner(
    String outputId,
    String topicPrefix,
    String clusterId,
    SortedMap<String, String> content,
    SortedMap<String, String> defaults,
    boolean tentative) {
  /** The key of the number of partitions, which is content too. */
  public static final String PARTITIONS = "kafka.partitions";

  private static final String TOPIC_PREFIX = "kafka.topic-prefix";
  private static final String STATE = "_sluice";

  /** Copies the maps. */
  public OutputOwner {
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    defaults =
        defaults == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(defaults));
  }

  /** What is written in an output, if it was begun. */
  public static Optional<OutputOwner> read(OutputLayout layout) throws IOException {
    return Files.exists(layout.owner())
        ? Optional.of(Json.read(layout.owner(), OutputOwner.class))
        : Optional.empty();
  }

  /**
   * Everything that the output at a root remembers, by key, for commands that are told nothing.
   *
   * @param root empty where no output is named: then there is nothing
   * @throws IOException when the record is there and cannot be read
   */
  public static SortedMap<String, String> remembered(Optional<Path> root) throws IOException {
    Optional<Path> file = root.map(OutputLayout::owner).filter(Files::exists);
    SortedMap<String, String> values = new TreeMap<>();
    if (file.isPresent()) {
      OutputOwner owner = Json.read(file.get(), OutputOwner.class);
      values.putAll(owner.defaults);
      values.putAll(owner.content);
      values.put(TOPIC_PREFIX, owner.topicPrefix);
    }
    return values;
  }

  /** The same for a command that may begin an output anew: a tentative record tells it nothing. */
  public static SortedMap<String, String> settled(Optional<Path> root) throws IOException {
    Optional<Path> file = root.map(OutputLayout::owner).filter(Files::exists);
    boolean tentative = file.isPresent() && Json.read(file.get(), OutputOwner.class).tentative;
    return tentative ? Collections.emptySortedMap() : remembered(root);
  }

  /** A new owner for an output that was not begun; tentative where nobody else sees the broker. */
  public static OutputOwner begin(SluiceConfig config, String clusterId, int partitions) {
    SortedMap<String, String> all = new TreeMap<>(config.content());
    all.put(PARTITIONS, Integer.toString(partitions));
    return new OutputOwner(
        UUID.randomUUID().toString(),
        config.kafka().topicPrefix(),
        clusterId,
        all,
        config.remembered(),
        config.kafka().isEmbedded());
  }

  /** Whether it is what this configuration would begin a new output with. */
  public boolean isOf(SluiceConfig config) {
    OutputOwner fresh = begin(config, clusterId, config.kafka().partitionsOfNewOutput());
    return topicPrefix.equals(fresh.topicPrefix)
        && content.equals(fresh.content)
        && defaults.equals(fresh.defaults);
  }

  /** Writes that units are begun with it, at once or not at all. */
  public OutputOwner settle(OutputLayout layout, Publication publication) throws IOException {
    OutputOwner settled =
        new OutputOwner(outputId, topicPrefix, clusterId, content, defaults, false);
    publication.replace(layout.owner(), Json.write(settled));
    return settled;
  }

  /** Writes it, unless another process was first: then the other's is the answer. */
  public OutputOwner writeIfFirst(OutputLayout layout, Publication publication) throws IOException {
    try {
      publication.create(layout.owner(), Json.write(this));
      return this;
    } catch (FileAlreadyExistsException e) {
      return Json.read(layout.owner(), OutputOwner.class);
    }
  }

  /** Names of the buckets, ascending by score. */
  public List<String> buckets() {
    return IntStream.iterate(0, i -> content.containsKey(bucket(i)), i -> i + 1)
        .mapToObj(i -> content.get(bucket(i)))
        .toList();
  }

  private static String bucket(int index) {
    return "buckets." + index + ".name";
  }

  /** The number of partitions of its topics. */
  public int partitions() {
    return Integer.parseInt(content.get(PARTITIONS));
  }

  /** Adds a problem for everything that the output was begun with differently. */
  public void compare(SluiceConfig config, Problems problems) {
    String prefix = config.kafka().topicPrefix();
    if (!topicPrefix.equals(prefix)) {
      problems.add(TOPIC_PREFIX, "is " + prefix + ", the output was begun with " + topicPrefix);
    }
    compare(content, config.content(), config.kafka().partitions(), problems);
  }

  /** Whether the output at a root has no shard, so that only counts are lost with it. */
  public boolean hasKeptNothing(Path root) throws IOException {
    Path shards = root.resolve(content.getOrDefault("dataset.language", ""));
    if (!Files.exists(shards)) {
      return true;
    }
    try (Stream<Path> files = Files.walk(shards)) {
      return files.noneMatch(Files::isRegularFile);
    }
  }

  /**
   * Adds a problem where the broker is not the one that the output was begun on: that one holds
   * what was seen so far.
   */
  public void compareBroker(String server, String id, Problems problems) {
    if (!clusterId.equals(id)) {
      problems.add(
          "kafka.bootstrap-servers",
          ("the broker at %s is cluster %s, the output was begun on cluster %s, which knows the ids"
                  + " kept so far: use that broker (an embedded one is the --work-dir it was begun"
                  + " with), or choose a new output")
              .formatted(server, id, clusterId));
    }
  }

  /**
   * Adds a problem for every content key that differs.
   *
   * @param written what an output was begun with; keys that came later are not in it
   */
  public static void compare(
      SortedMap<String, String> written,
      SortedMap<String, String> configured,
      OptionalInt partitions,
      Problems problems) {
    SortedMap<String, String> begun = ConfigLoader.completed(written);
    SortedMap<String, String> now = new TreeMap<>(configured);
    now.put(
        PARTITIONS,
        partitions.isPresent()
            ? Integer.toString(partitions.getAsInt())
            : begun.getOrDefault(PARTITIONS, ""));
    TreeSet<String> keys = new TreeSet<>(begun.keySet());
    keys.addAll(now.keySet());
    for (String key : keys) {
      String before = begun.getOrDefault(key, "nothing");
      String after = now.getOrDefault(key, "nothing");
      if (!before.equals(after)) {
        problems.add(
            key,
            "is %s, the output was begun with %s: set it back, or choose a new output"
                .formatted(after, before));
      }
    }
  }

  /**
   * Adds a problem for an output that cannot be begun: not writable, or holding other things.
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
            "%s holds files that are not Sluice's (%s%s): choose an empty or a new directory"
                .formatted(
                    root,
                    String.join(", ", foreign.subList(0, Math.min(3, foreign.size()))),
                    foreign.size() > 3 ? ", ..." : ""));
      }
    }
  }
}
