/**
 * Band records to candidate pairs, and candidate pairs to pairs that are near-duplicates. Reads and
 * writes spill files only.
 */
package dev.sluice.jobs.dedup.pairs;
