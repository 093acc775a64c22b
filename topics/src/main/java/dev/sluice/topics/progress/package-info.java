/**
 * The progress topic: units of input, their files and offsets, resets, and the owner of the output.
 *
 * <p>What belongs here reads or writes that compacted topic. Ingest writes progress in the same
 * transaction as the documents it describes; who reads which files is decided in {@code ingest}.
 */
package dev.sluice.topics.progress;
