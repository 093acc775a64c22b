package dev.sluice.app.config;

/** The form of values on the documents and the curated topics. */
public enum AvroEncoding {
  /** Avro's own: needs nothing but the records. */
  SINGLE_OBJECT,
  /** Confluent's wire format: needs a schema registry. */
  CONFLUENT
}
