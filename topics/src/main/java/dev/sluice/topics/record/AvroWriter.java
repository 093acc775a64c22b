package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bytes;
import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Writes Avro's binary encoding into a growing array. */
final class AvroWriter {
  private byte[] bytes;
  private int at;

  AvroWriter(int capacity) {
    this.bytes = new byte[capacity];
  }

  /** Begins a record with the header of its schema. */
  AvroWriter(byte[] header, int more) {
    this(header.length + more);
    writeRaw(header, 0, header.length);
  }

  void writeRaw(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, bytes, at, length);
    at += length;
  }

  void writeLong(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  /** Writes a number of which the highest bits are usually zeros. */
  void writeVarint(long value) {
    ensure(10);
    at = Bytes.writeVarint(bytes, at, value);
  }

  void writeDouble(double value) {
    ensure(8);
    long bits = Double.doubleToRawLongBits(value);
    for (int i = 0; i < 8; i++) {
      bytes[at++] = (byte) (bits >>> 8 * i);
    }
  }

  /** Writes a union of null and a double. */
  void writeOptional(OptionalDouble value) {
    writeLong(value.isPresent() ? 1 : 0);
    value.ifPresent(this::writeDouble);
  }

  void writeBoolean(boolean value) {
    ensure(1);
    bytes[at++] = (byte) (value ? 1 : 0);
  }

  void writeBytes(byte[] source, int offset, int length) {
    writeLong(length);
    writeRaw(source, offset, length);
  }

  void writeBytes(byte[] source) {
    writeBytes(source, 0, source.length);
  }

  void writeString(String text) {
    writeBytes(text.getBytes(UTF_8));
  }

  <T> void writeArray(Collection<T> items, Consumer<T> each) {
    if (!items.isEmpty()) {
      writeLong(items.size());
      items.forEach(each);
    }
    writeLong(0);
  }

  void writeStrings(Collection<String> texts) {
    writeArray(texts, this::writeString);
  }

  <T> void writeMap(SortedMap<String, T> map, Consumer<T> each) {
    writeArray(
        map.entrySet(),
        entry -> {
          writeString(entry.getKey());
          each.accept(entry.getValue());
        });
  }

  /** Appends what another writer has written. */
  void writeRaw(AvroWriter other) {
    writeRaw(other.bytes, 0, other.at);
  }

  /** Returns the number of bytes written. */
  int length() {
    return at;
  }

  /** Returns the bytes written. If the internal array is full, it is returned itself. */
  byte[] toBytes() {
    return at == bytes.length ? bytes : Arrays.copyOf(bytes, at);
  }

  /**
   * Returns the bytes written, followed by the given bytes. Allocates one array of the exact
   * length.
   */
  byte[] toBytesBefore(byte[] source, int offset, int length) {
    byte[] joined = Arrays.copyOf(bytes, Math.addExact(at, length));
    System.arraycopy(source, offset, joined, at, length);
    return joined;
  }

  private void ensure(int count) {
    if (count > bytes.length - at) {
      bytes = Arrays.copyOf(bytes, Math.max(at + count, bytes.length + (bytes.length >> 1)));
    }
  }
}
