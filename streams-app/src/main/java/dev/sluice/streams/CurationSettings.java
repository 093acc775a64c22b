package dev.sluice.streams;

import dev.sluice.core.CurationRules;
import dev.sluice.topics.TopicNames;
import java.util.Objects;

/**
 * What the topology is a function of.
 *
 * @param names of the topics
 * @param rules that decide about a document
 * @param documentsTopicId the broker's id of the documents topic: offsets kept in the state belong
 *     to this topic and to no other of the same name
 */
public record CurationSettings(TopicNames names, CurationRules rules, String documentsTopicId) {
  /** Checks that all is there. */
  public CurationSettings {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(documentsTopicId, "documentsTopicId");
  }
}
