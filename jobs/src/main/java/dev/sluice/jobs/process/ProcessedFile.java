package dev.sluice.jobs.process;

/**
 * A file whose work is done.
 *
 * @param name below the input, and below the output where something was written
 * @param inputBytes on disk
 * @param written whether there is a file in the output
 * @param outputBytes on disk
 * @param setAside why it could not be read to its end; empty where it was
 * @param counts of the rows that were read
 */
public record ProcessedFile(
    String name,
    long inputBytes,
    boolean written,
    long outputBytes,
    String setAside,
    ProcessCounts counts) {}
