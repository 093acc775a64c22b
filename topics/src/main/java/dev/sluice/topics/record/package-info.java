/**
 * Records on the topics: documents, markers, rejects, their Avro encodings and schemas. Topics,
 * partitions and brokers are in {@code topics}.
 */
package dev.sluice.topics.record;
