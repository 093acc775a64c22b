/**
 * Records on topics: documents, markers, forget records and rejects, with their Avro schemas.
 *
 * <p>What belongs here turns bytes into values or values into bytes, across versions of the
 * schemas. Nothing here creates clients or knows topics, except for the client of the schema
 * registry.
 */
package dev.sluice.topics.record;
