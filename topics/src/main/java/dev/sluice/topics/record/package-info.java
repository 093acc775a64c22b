/**
 * Records on topics, with their Avro schemas. They are documents, markers, forget records and
 * rejects.
 *
 * <p>Code belongs here if it converts between bytes and values, across versions of the schemas.
 * Apart from the client of the schema registry, it creates no clients and knows no topics.
 */
package dev.sluice.topics.record;
