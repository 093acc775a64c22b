package dev.sluice.jobs.sample;

/**
 * A batch's rows of one file.
 *
 * @param file its index in the bucket
 * @param from index of the first row among the selected rows of the bucket
 * @param to index after the last
 * @param isLast whether no later batch has rows of this file
 */
record Slice(int file, long from, long to, boolean isLast) {}
