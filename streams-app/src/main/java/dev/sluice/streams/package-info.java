/**
 * The topology that curates documents with Kafka Streams, and the runner that starts and stops it.
 *
 * <p>What belongs here reads records, applies rules and operators, keeps state and forwards
 * records. The rules themselves are in {@code core} and {@code operators}, the records in {@code
 * topics}.
 */
package dev.sluice.streams;
