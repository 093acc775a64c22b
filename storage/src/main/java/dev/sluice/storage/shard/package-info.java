/**
 * Writes the shards of the main job, each a Parquet file whose bytes are a function of its rows.
 * {@code storage.output} defines the paths of shards.
 */
package dev.sluice.storage.shard;
