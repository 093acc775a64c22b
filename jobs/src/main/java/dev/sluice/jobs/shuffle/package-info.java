/**
 * The global shuffle: rows are dealt to piles by ranges of their random keys, and each pile is
 * sorted in memory and written. See docs/shuffle.md and the design note.
 */
package dev.sluice.jobs.shuffle;
