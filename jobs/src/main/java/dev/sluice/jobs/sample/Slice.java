package dev.sluice.jobs.sample;

/**
 * A batch's share of one file.
 *
 * @param file its number in the bucket
 * @param from the first of the chosen rows of the bucket, in their order
 * @param to behind the last
 * @param isLast whether no later batch has rows of this file
 */
record Slice(int file, long from, long to, boolean isLast) {}
