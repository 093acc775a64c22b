package dev.sluice.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Reads Avro's binary encoding from an array. What does not fit in the array is malformed. */
final class AvroReader {
  private final byte[] bytes;
  private int at;

  AvroReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Where the next value begins. */
  int position() {
    return at;
  }

  long readLong() throws MalformedRecordException {
    long zigzag = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = bytes[require(1)];
      at++;
      zigzag |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return (zigzag >>> 1) ^ -(zigzag & 1);
      }
    }
    throw new MalformedRecordException("a number of more than 64 bits at byte " + at);
  }

  double readDouble() throws MalformedRecordException {
    int start = require(8);
    long bits = 0;
    for (int i = 7; i >= 0; i--) {
      bits = bits << 8 | (bytes[start + i] & 0xFF);
    }
    at += 8;
    return Double.longBitsToDouble(bits);
  }

  boolean readBoolean() throws MalformedRecordException {
    int start = require(1);
    at++;
    return bytes[start] != 0;
  }

  byte[] readBytes() throws MalformedRecordException {
    int length = readLength();
    byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return copy;
  }

  String readString() throws MalformedRecordException {
    int length = readLength();
    String string = new String(bytes, at, length, UTF_8);
    at += length;
    return string;
  }

  /** The length of the bytes that follow; all of them are in the array. */
  int readLength() throws MalformedRecordException {
    long length = readLong();
    if (length < 0 || length > bytes.length - at) {
      throw new MalformedRecordException("a length of " + length + " at byte " + at);
    }
    return (int) length;
  }

  private int require(int count) throws MalformedRecordException {
    if (count > bytes.length - at) {
      throw new MalformedRecordException("cut off at byte " + at);
    }
    return at;
  }
}
