package dev.sluice.app.peek;

import dev.sluice.core.values.Suggestion;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.topics.TopicNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The topics of one output on a broker, and their short names. */
final class PeekTopics {
  private static final String PROGRESS = "progress";

  private final String prefix;
  private final Map<String, String> byShortName = new LinkedHashMap<>();

  /**
   * @param prefix of the output's topics
   * @param onBroker names of all topics there
   */
  PeekTopics(String prefix, Collection<String> onBroker) {
    this.prefix = prefix;
    String ofTopology = new TopicNames(prefix, List.of()).applicationId();
    for (String topic : new TreeSet<>(onBroker)) {
      if (topic.startsWith(prefix + ".") && !topic.startsWith(ofTopology)) {
        byShortName.put(shortName(topic), topic);
      }
    }
  }

  private String shortName(String topic) {
    String name = topic.startsWith(prefix + ".") ? topic.substring(prefix.length() + 1) : topic;
    return name.equals("ingest." + PROGRESS) ? PROGRESS : name;
  }

  /** Whether the output has no topics. */
  boolean isEmpty() {
    return byShortName.isEmpty();
  }

  /**
   * The topic with a short name, such as {@code rejects} or {@code curated.3.0}, or a full one.
   *
   * @throws ConfigException listing the topics that exist
   */
  String resolve(String name) {
    String known = shortName(name);
    if (!byShortName.containsKey(known)) {
      throw new ConfigException(List.of(new Problem("TOPIC", name, unknown(known))));
    }
    return byShortName.get(known);
  }

  private String unknown(String name) {
    String meant = Suggestion.near(name, byShortName.keySet());
    return "no such topic%s The topics %s.* are: %s"
        .formatted(meant.isEmpty() ? "." : meant, prefix, String.join(", ", byShortName.keySet()));
  }
}
