/**
 * Names, lays out, creates and trims topics. This package also creates Kafka's clients.
 *
 * <p>Code belongs here if ingest, topology and sink share it. The content of records is in {@code
 * record}, the state of units of input in {@code progress}.
 */
package dev.sluice.topics;
