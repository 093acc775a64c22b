package dev.sluice.streams;

import dev.sluice.core.CurationRules;
import dev.sluice.operators.OperatorRule;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.util.Objects;

/**
 * What the topology is a function of.
 *
 * @param names of the topics
 * @param rules that decide about a document
 * @param operators applied to what passes them, before deduplication
 * @param documentsTopicId the broker's id of the documents topic: offsets kept in the state belong
 *     to this topic and to no other of the same name
 * @param schemas that records were written with
 * @param format in which the curated topics are written
 * @param maxRecordBytes largest record that the topics take
 */
public record CurationSettings(
    TopicNames names,
    CurationRules rules,
    OperatorRule operators,
    String documentsTopicId,
    WriterSchemas schemas,
    WireFormat format,
    int maxRecordBytes) {
  /** Checks that all is there. */
  public CurationSettings {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(operators, "operators");
    Objects.requireNonNull(documentsTopicId, "documentsTopicId");
    Objects.requireNonNull(schemas, "schemas");
    Objects.requireNonNull(format, "format");
  }
}
