/**
 * Topics and connections: names, layout, provisioning and trimming of topics, and Kafka's clients.
 *
 * <p>What belongs here is shared by ingest, topology and sink. What is in the records is in {@code
 * record}; the state of units of input is in {@code progress}.
 */
package dev.sluice.topics;
