/**
 * Writes the shards of the main job. Each is a Parquet file whose bytes are a function of its rows.
 * {@code storage.output} defines the paths of shards.
 */
package dev.sluice.storage.shard;
