/**
 * Sorted rows to output files: JSON lines, plain lines or Parquet. Knows nothing of inputs or keys.
 */
package dev.sluice.jobs.shuffle.shard;
