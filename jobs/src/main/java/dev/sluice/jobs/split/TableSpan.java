package dev.sluice.jobs.split;

/**
 * Row groups of a file that become parts together.
 *
 * @param from the first
 * @param to behind the last
 * @param pieces 1 where they are copied into one part; more where one row group is divided
 */
record TableSpan(int from, int to, int pieces) {}
