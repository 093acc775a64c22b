package dev.sluice.operators;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Encodes a list of operators as flat key-value pairs. They are part of the configuration that
 * decides an output's content. An empty list is the entry {@code operators=[]}. Otherwise, {@code
 * operators} holds the names, {@code operators.version} is {@link #RULES_VERSION}, and {@code
 * operators.3.word-count.min} is a parameter of the fourth operator, explicit or default. {@code
 * operators.plugin.NAME} holds the version and digest of a plug-in from which operators come.
 */
public final class OperatorContent {
  /** The key of the list, and the prefix of its elements. */
  public static final String KEY = "operators";

  /**
   * The version of the operators' results. Increase it whenever a result may change, through Sluice
   * or through a library: an output started with a different version is not continued, because its
   * documents would differ.
   */
  public static final int RULES_VERSION = 1;

  /** The encoding of the list of operators. */
  public static final StoredOperators LIST = new StoredOperators(KEY, RULES_VERSION);

  private static final String PLUGIN = KEY + ".plugin.";

  private OperatorContent() {}

  /** Encodes a list. */
  public static SortedMap<String, String> of(OperatorChain chain) {
    SortedMap<String, String> content = LIST.of(chain.operators(), BoundOperator::arguments);
    for (BoundOperator operator : chain.operators()) {
      operator
          .description()
          .plugin()
          .ifPresent(jar -> content.put(PLUGIN + jar.name(), jar.identity()));
    }
    return content;
  }

  /**
   * Decodes a list. Other keys are ignored.
   *
   * @throws IllegalArgumentException if the entries have a different version, or name an unknown
   *     operator or parameter, or a different version of a plug-in
   */
  public static OperatorChain read(Map<String, String> content, OperatorRegistry registry) {
    OperatorChain chain = new OperatorChain(LIST.read(content, registry));
    requireSamePlugins(content, of(chain));
    return chain;
  }

  private static void requireSamePlugins(Map<String, String> content, Map<String, String> now) {
    now.forEach(
        (key, identity) -> {
          if (isPlugin(key) && !identity.equals(content.get(key))) {
            throw new IllegalArgumentException(
                "%s is %s, but the output was made with %s"
                    .formatted(key, identity, content.getOrDefault(key, "no plug-in")));
          }
        });
  }

  /** Returns whether a key of a content configuration belongs to a plug-in. */
  public static boolean isPlugin(String key) {
    return key.startsWith(PLUGIN);
  }

  /** Returns the version and digest of the encoded plug-ins, by name. */
  public static SortedMap<String, String> plugins(Map<String, String> content) {
    SortedMap<String, String> plugins = new TreeMap<>();
    content.forEach(
        (key, identity) -> {
          if (isPlugin(key)) {
            plugins.put(key.substring(PLUGIN.length()), identity);
          }
        });
    return plugins;
  }
}
