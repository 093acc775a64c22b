package dev.sluice.jobs.process;

/**
 * A file whose work is done.
 *
 * @param name below the input, and below the output if something was written
 * @param inputBytes on disk
 * @param written whether there is a file in the output
 * @param outputBytes on disk
 * @param quarantined why it was quarantined; empty if it was read completely
 * @param counts of the rows read
 */
public record ProcessedFile(
    String name,
    long inputBytes,
    boolean written,
    long outputBytes,
    String quarantined,
    ProcessCounts counts) {}
