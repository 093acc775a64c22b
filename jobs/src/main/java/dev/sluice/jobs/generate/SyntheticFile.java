package dev.sluice.jobs.generate;

/**
 * One file to be.
 *
 * @param path relative to the output, with {@code /}
 * @param dump of its directory
 * @param firstDocument index of its first row
 * @param rows at least 1
 * @param dated whether it has the column {@code date}, as the newer files have
 */
record SyntheticFile(String path, String dump, long firstDocument, long rows, boolean dated) {}
