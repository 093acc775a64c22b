/**
 * Writes curated topics to shards. This package has the consumers, the cuts, the manifests and the
 * compaction.
 *
 * <p>Code belongs here if it needs both a curated topic and the output. Parquet and the files of
 * the output, which do not need Kafka, are in {@code storage}.
 */
package dev.sluice.sink;
