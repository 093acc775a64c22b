package dev.sluice.topics;

import org.apache.kafka.common.utils.Utils;

/**
 * Assigns documents to partitions by id. A document stays in its partition from ingest to the
 * shards.
 */
public final class Partitions {
  private Partitions() {}

  /**
   * Returns the partition that Kafka's default partitioner selects for a key. It is murmur2 modulo
   * the number of partitions.
   */
  public static int of(byte[] id, int partitions) {
    return Utils.toPositive(Utils.murmur2(id)) % partitions;
  }
}
