package dev.sluice.jobs.split;

/**
 * A part that is written.
 *
 * @param rows in it
 * @param bytes on disk
 * @param end where the next one begins
 * @param last whether there is none
 */
record CutPart(long rows, long bytes, CutPosition end, boolean last) {}
