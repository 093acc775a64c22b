package dev.sluice.topics.progress;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The output that owns the topics, and its configuration. The first process to start writes it;
 * later ones compare.
 *
 * @param outputId id of the output directory; empty until a role has seen one
 * @param content the configuration that decides content, with {@code auto} resolved
 */
public record Owner(String outputId, SortedMap<String, String> content) {
  /** Copies the map. */
  public Owner {
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
  }

  /** Whether this is an output, and not the given one. */
  public boolean isOtherThan(String output) {
    return !outputId.isEmpty() && !outputId.equals(output);
  }
}
