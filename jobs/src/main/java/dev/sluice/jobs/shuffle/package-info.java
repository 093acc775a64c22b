/**
 * The global shuffle: rows are scattered to partitions by ranges of random keys, and each partition
 * is sorted in memory and written.
 */
package dev.sluice.jobs.shuffle;
