package dev.sluice.streams;

import org.apache.kafka.common.serialization.Serializer;

/** Encodes what a sink node receives, and applies the wire format of its topic. */
final class JudgedSerializer implements Serializer<JudgedRecord> {
  private final Serializer<byte[]> format;

  JudgedSerializer(Serializer<byte[]> format) {
    this.format = format;
  }

  @Override
  public byte[] serialize(String topic, JudgedRecord record) {
    return format.serialize(topic, record.value());
  }
}
