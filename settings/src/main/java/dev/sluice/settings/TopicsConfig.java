package dev.sluice.settings;

import java.util.Optional;

/**
 * The form of records on the topics.
 *
 * @param text where texts are while documents pass through the topics; see {@link
 *     SluiceConfig#leavesTexts}
 * @param encoding encoding of values that are written; both are read
 * @param registry registry for values in Confluent's wire format; present if that is written
 */
public record TopicsConfig(
    TopicText text, AvroEncoding encoding, Optional<RegistryConfig> registry) {
  /** The encoding of values on the topic of documents and the curated topics. */
  public enum AvroEncoding {
    /** Avro's single-object encoding: needs no registry. */
    SINGLE_OBJECT,
    /** Confluent's wire format: needs a schema registry. */
    CONFLUENT
  }

  /** Where the texts of documents are while documents pass through the topics. */
  public enum TopicText {
    /** In the source if the broker is embedded and there are no operators, else in the records. */
    AUTO,

    /** In the source, where the sink reads them. */
    SOURCE,

    /** In the records. */
    RECORD
  }
}
