/**
 * The progress topic. It has the units of input, their files and offsets, the resets, and the owner
 * of the output.
 *
 * <p>Code belongs here if it reads or writes that compacted topic. Ingest writes progress in the
 * same transaction as the documents that it describes; {@code ingest} decides which process reads
 * which files.
 */
package dev.sluice.topics.progress;
