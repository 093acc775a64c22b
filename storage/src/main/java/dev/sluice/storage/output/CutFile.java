package dev.sluice.storage.output;

/**
 * A shard that a cut published.
 *
 * @param path relative to the output's root, with /
 * @param bucket its bucket
 * @param dump its dump; empty where shards are not laid out by dump
 * @param rows in it
 * @param bytes of the file
 * @param textBytes bytes of the texts in it, uncompressed
 * @param sha256 of the file, in hex
 */
public record CutFile(
    String path,
    String bucket,
    String dump,
    long rows,
    long bytes,
    long textBytes,
    String sha256) {}
