package dev.sluice.jobs.init.sample;

import dev.sluice.storage.text.TextFile;

/**
 * Rows to read: the first of a row group, or of a file of JSON.
 *
 * @param group index of the row group; 0 of JSON
 * @param rows how many at most
 * @param bytes how many at most, about
 */
record SamplePiece(TextFile file, int group, int rows, long bytes) {}
