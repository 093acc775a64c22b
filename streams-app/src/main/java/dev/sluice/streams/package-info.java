/**
 * The topology that curates documents with Kafka Streams, and the runner that starts and stops it.
 *
 * <p>Code belongs here if it reads records, applies rules and operators, keeps state, or forwards
 * records. The rules themselves are in {@code core} and {@code operators}, and the records in
 * {@code topics}.
 */
package dev.sluice.streams;
