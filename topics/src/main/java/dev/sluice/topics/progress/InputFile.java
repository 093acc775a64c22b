package dev.sluice.topics.progress;

/**
 * A source file as it was when its unit began.
 *
 * @param path relative to the input root, with /
 * @param bytes its size
 * @param modified last modification in milliseconds since 1970
 */
public record InputFile(String path, long bytes, long modified) {}
