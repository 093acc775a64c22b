/**
 * Files of a run in the temporary directory: sorted runs, chunks with checksums, document data.
 * Formats and sorting; which stage writes what is in {@code jobs.dedup.stage}.
 */
package dev.sluice.jobs.dedup.spill;
