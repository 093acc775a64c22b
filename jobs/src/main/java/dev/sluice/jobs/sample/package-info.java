/**
 * Samples rows from the buckets of several data sets: from each bucket, exactly the K rows with the
 * smallest hashes.
 */
package dev.sluice.jobs.sample;
