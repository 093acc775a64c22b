package dev.sluice.sink;

import dev.sluice.storage.page.IoRetry;

/**
 * The threads of a sink.
 *
 * @param threads consumers in this process
 * @param fetchBytes limit of a fetch per thread; a single record may be larger
 * @param sourceBytes memory for pages of the sources whose texts did not travel
 * @param retry retries of writes
 */
public record SinkWorkers(int threads, int fetchBytes, long sourceBytes, IoRetry retry) {}
