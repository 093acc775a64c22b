package dev.sluice.jobs.validate.output;

import dev.sluice.storage.output.DumpManifest.FilePart;
import java.util.Optional;

/**
 * An existing shard.
 *
 * @param path relative to the output, with {@code /}
 * @param bucket index of its bucket
 * @param dump of its directory; empty if shards are not laid out by dump
 * @param bytes its size
 * @param listed its entry in a manifest
 */
public record Shard(String path, int bucket, String dump, long bytes, Optional<FilePart> listed) {}
