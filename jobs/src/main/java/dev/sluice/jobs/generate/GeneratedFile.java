package dev.sluice.jobs.generate;

/**
 * A generated file.
 *
 * @param path relative to the output, with {@code /}
 * @param rows number of rows
 * @param bytes size
 * @param found whether it existed already, from an earlier run of the same command
 */
public record GeneratedFile(String path, long rows, long bytes, boolean found) {}
