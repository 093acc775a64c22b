package dev.sluice.storage.text;

import java.nio.file.Path;

/**
 * A file that an input stands for.
 *
 * @param path where it is
 * @param name its path below the input that led to it, with {@code /}; its own name where it was
 *     given by itself
 * @param bytes its size on disk when it was found
 */
public record InputFile(Path path, String name, long bytes) {}
