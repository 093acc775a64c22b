package dev.sluice.jobs.generate;

/**
 * A planned file.
 *
 * @param path relative to the output, with {@code /}
 * @param dump of its directory
 * @param firstDocument index of its first row
 * @param rows number of rows, at least 1
 * @param dated whether it has the column {@code date}, as recent files of FineWeb-Edu do
 */
record SyntheticFile(String path, String dump, long firstDocument, long rows, boolean dated) {}
