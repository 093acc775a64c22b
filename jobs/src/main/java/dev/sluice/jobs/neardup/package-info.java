/**
 * Removes near-duplicates from files: reads their documents, finds clusters with {@code
 * dev.sluice.jobs.dedup}, and writes the files without all but one of each cluster.
 */
package dev.sluice.jobs.neardup;
