package dev.sluice.jobs.split;

/**
 * A written part.
 *
 * @param rows number of rows
 * @param bytes size on disk
 * @param end start of the next part
 * @param last whether there is no next part
 */
record CutPart(long rows, long bytes, CutPosition end, boolean last) {}
