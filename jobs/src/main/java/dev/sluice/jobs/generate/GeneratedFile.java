package dev.sluice.jobs.generate;

/**
 * One file of a generated set.
 *
 * @param path relative to the output, with {@code /}
 * @param rows in it
 * @param bytes its size
 * @param found whether it was there already, written by an earlier run of the same command
 */
public record GeneratedFile(String path, long rows, long bytes, boolean found) {}
