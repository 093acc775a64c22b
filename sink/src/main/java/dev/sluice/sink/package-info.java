/**
 * Writes curated topics to shards: consumers, cuts, manifests, compaction.
 *
 * <p>Code belongs here if it needs both a curated topic and the output. Parquet and the files of
 * the output, which do not need Kafka, are in {@code storage}.
 */
package dev.sluice.sink;
