package dev.sluice.storage.text;

import java.nio.file.Path;

/**
 * A file of an input.
 *
 * @param path where it is
 * @param name its path relative to the input, with {@code /}; its own name if it is the input
 * @param bytes its size on disk when it was listed
 */
public record InputFile(Path path, String name, long bytes) {}
