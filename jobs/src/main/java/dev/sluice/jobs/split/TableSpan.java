package dev.sluice.jobs.split;

/**
 * Row groups of a file that become parts together.
 *
 * @param from index of the first
 * @param to index after the last
 * @param pieces 1 if they are copied into one part; more if a single row group is divided
 */
record TableSpan(int from, int to, int pieces) {}
