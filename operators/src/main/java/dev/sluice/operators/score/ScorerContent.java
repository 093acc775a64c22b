package dev.sluice.operators.score;

import dev.sluice.core.values.VersionedList;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Encodes the scorer of an output as flat key-value pairs, for the configuration that decides its
 * content. Without one there are none. Otherwise {@code scorers} holds its name, {@code
 * scorers.version} is {@link #RULES_VERSION}, and {@code scorers.0.fasttext.label} is a parameter.
 */
public final class ScorerContent {
  /** The key of the list, and the prefix of its elements. */
  public static final String KEY = "scorers";

  /** Version of the scores. Increase it whenever a score may change. */
  public static final int RULES_VERSION = 1;

  private static final VersionedList LIST = new VersionedList(KEY, RULES_VERSION);

  private ScorerContent() {}

  /** Encodes scorers. */
  public static SortedMap<String, String> of(List<BoundScorer> scorers) {
    SortedMap<String, String> content = new TreeMap<>();
    if (scorers.isEmpty()) {
      return content;
    }
    LIST.put(scorers.stream().map(BoundScorer::name).toList(), content);
    for (int i = 0; i < scorers.size(); i++) {
      String prefix = LIST.prefix(i, scorers.get(i).name());
      scorers.get(i).content().forEach((name, text) -> content.put(prefix + name, text));
    }
    return content;
  }

  /** The paths of their files, which decide nothing. */
  public static SortedMap<String, String> paths(List<BoundScorer> scorers) {
    SortedMap<String, String> paths = new TreeMap<>();
    for (int i = 0; i < scorers.size(); i++) {
      String prefix = LIST.prefix(i, scorers.get(i).name());
      scorers.get(i).paths().forEach((name, text) -> paths.put(prefix + name, text));
    }
    return paths;
  }

  /** Whether a key belongs to this encoding, or to the paths of files. */
  public static boolean isEntry(String key) {
    return LIST.holds(key);
  }

  /**
   * Decodes scorers; other keys are ignored.
   *
   * @param content with the paths of files
   * @throws IllegalArgumentException if the entries are of another version, or cannot be bound
   */
  public static List<BoundScorer> read(Map<String, String> content) {
    List<String> names = LIST.namesOfVersion(content);
    List<BoundScorer> scorers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      scorers.add(bind(LIST.prefix(i, names.get(i)), names.get(i), content));
    }
    return scorers;
  }

  /** The names of the encoded scorers. */
  public static List<String> names(Map<String, String> content) {
    return LIST.names(content);
  }

  private static BoundScorer bind(String prefix, String name, Map<String, String> content) {
    OperatorRegistry registry = Scorers.registry();
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    content.forEach(
        (key, text) -> {
          if (key.startsWith(prefix)) {
            given.put(key.substring(prefix.length()), ParameterValue.of(text));
          }
        });
    List<String> problems = new ArrayList<>();
    return registry
        .bind(name, given, KEY, (subject, where, message) -> problems.add(subject + ": " + message))
        .map(BoundScorer::new)
        .orElseThrow(() -> new IllegalArgumentException(String.join("; ", problems)));
  }
}
