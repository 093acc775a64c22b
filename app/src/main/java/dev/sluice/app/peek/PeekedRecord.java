package dev.sluice.app.peek;

/**
 * A record as it will be shown.
 *
 * @param timestamp when the broker took it, in milliseconds since 1970
 * @param partition that it lies in
 * @param offset in the partition
 * @param line of JSON
 */
record PeekedRecord(long timestamp, int partition, long offset, String line) {}
