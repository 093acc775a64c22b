/**
 * Samples rows from the buckets of several data sets. From each bucket, it takes exactly the K rows
 * with the smallest hashes.
 */
package dev.sluice.jobs.sample;
