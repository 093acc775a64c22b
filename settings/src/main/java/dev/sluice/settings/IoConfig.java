package dev.sluice.settings;

import dev.sluice.storage.page.IoRetry;

/**
 * Handling of I/O errors and full disks.
 *
 * @param retry of reads of the source and writes of shards
 * @param minFreeDiskBytes with less free space, nothing more is read, and the process stops
 */
public record IoConfig(IoRetry retry, long minFreeDiskBytes) {}
