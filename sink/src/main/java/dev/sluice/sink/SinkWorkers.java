package dev.sluice.sink;

import dev.sluice.storage.page.IoRetry;

/**
 * The threads of a sink.
 *
 * @param threads consumers in this process
 * @param fetchBytes limit of a fetch per thread; a single record may be larger
 * @param retry retries of writes
 */
public record SinkWorkers(int threads, int fetchBytes, IoRetry retry) {}
