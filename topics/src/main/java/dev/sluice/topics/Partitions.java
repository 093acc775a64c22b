package dev.sluice.topics;

import org.apache.kafka.common.utils.Utils;

/** Where documents go: the same partition for the same id, from ingest to the shards. */
public final class Partitions {
  private Partitions() {}

  /** Kafka's own default for keyed records: murmur2 of the id over the number of partitions. */
  public static int of(byte[] id, int partitions) {
    return Utils.toPositive(Utils.murmur2(id)) % partitions;
  }
}
