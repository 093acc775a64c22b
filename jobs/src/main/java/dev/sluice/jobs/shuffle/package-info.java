/**
 * Shuffles all rows globally. It scatters them to partitions by ranges of random keys, then sorts
 * each partition in memory and writes it.
 */
package dev.sluice.jobs.shuffle;
