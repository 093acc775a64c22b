package dev.sluice.topics.progress;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an output was begun with. Whoever starts first writes it; everybody after compares.
 *
 * @param outputId of the output directory that the topics belong to; empty while no role has seen
 *     one
 * @param content the configuration that decides content, with values resolved from {@code auto}
 */
public record Owner(String outputId, SortedMap<String, String> content) {
  /** Copies the map. */
  public Owner {
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
  }
}
