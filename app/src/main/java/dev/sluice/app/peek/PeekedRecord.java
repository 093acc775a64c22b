package dev.sluice.app.peek;

/**
 * A record to show.
 *
 * @param timestamp of the broker, in milliseconds since 1970
 * @param partition of the topic
 * @param offset in the partition
 * @param line of JSON
 */
record PeekedRecord(long timestamp, int partition, long offset, String line) {}
