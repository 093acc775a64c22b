package dev.sluice.streams;

import dev.sluice.core.CurationRules;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of the topology.
 *
 * @param names names of the topics
 * @param rules the rules that documents must pass
 * @param operators operators that are applied to documents that pass, before deduplication
 * @param nearDedup settings of near-deduplication; empty if it is off, in which case there is no
 *     topic of signatures
 * @param documentsTopicId the broker's id of the documents topic. Offsets in the state are valid
 *     for this topic only, not for a different topic of the same name
 * @param schemas decoder of records
 * @param format format of values on the curated topics
 * @param maxRecordBytes maximum size of a record
 */
public record CurationSettings(
    TopicNames names,
    CurationRules rules,
    OperatorRule operators,
    Optional<NearDedup> nearDedup,
    String documentsTopicId,
    WriterSchemas schemas,
    WireFormat format,
    int maxRecordBytes) {
  /** Checks that nothing is missing. */
  public CurationSettings {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(operators, "operators");
    Objects.requireNonNull(nearDedup, "nearDedup");
    Objects.requireNonNull(documentsTopicId, "documentsTopicId");
    Objects.requireNonNull(schemas, "schemas");
    Objects.requireNonNull(format, "format");
  }

  /**
   * Returns whether the topology signs documents. Ingest cannot sign them if operators change
   * texts.
   */
  boolean signs() {
    return nearDedup.isPresent() && !operators.isEmpty();
  }
}
