/**
 * Writes curated topics to shards: consumers, cuts, manifests, compaction.
 *
 * <p>What belongs here needs both a curated topic and the output. Parquet and the files of the
 * output, which work without Kafka, are in {@code storage}.
 */
package dev.sluice.sink;
