/**
 * Samples rows out of the buckets of several data sets: of each bucket exactly the K rows with the
 * smallest hashes. Sources are files here; {@link dev.sluice.jobs.sample.SampleOutput} takes texts
 * from anywhere. Knows no broker and prints nothing.
 */
package dev.sluice.jobs.sample;
