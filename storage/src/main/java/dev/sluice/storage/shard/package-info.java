/**
 * Shards of the main job: a Parquet file as a function of its rows. Where shards lie and how they
 * are published is in {@code storage.output}.
 */
package dev.sluice.storage.shard;
