/**
 * Samples rows out of the buckets of several data sets: of each bucket exactly the K rows with the
 * smallest hashes.
 */
package dev.sluice.jobs.sample;
