package dev.sluice.settings;

/** The encoding of values on the topic of documents and the curated topics. */
public enum AvroEncoding {
  /** Avro's single-object encoding: needs no registry. */
  SINGLE_OBJECT,
  /** Confluent's wire format: needs a schema registry. */
  CONFLUENT
}
