package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.DumpName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * Reads Avro's binary encoding from an array. Every length is checked against the remaining bytes
 * before anything is allocated, unlike in Avro's own reader, so a malformed record cannot exhaust
 * the memory.
 */
final class AvroReader {
  private static final int MAX_DEPTH = 64;

  private final byte[] bytes;
  private int at;

  /** Reads one value. */
  @FunctionalInterface
  interface Value<T> {
    T read() throws MalformedRecordException;
  }

  AvroReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /**
   * Returns a reader that starts after the header of single-object encoding.
   *
   * @param what the expected record with its article, for errors
   * @throws MalformedRecordException if the value has a different header
   */
  static AvroReader body(byte[] value, byte[] header, String what) throws MalformedRecordException {
    if (!Schemas.hasHeader(value, header)) {
      throw new MalformedRecordException("not " + what + ": unknown header");
    }
    return new AvroReader(value, Schemas.HEADER_LENGTH);
  }

  /** Returns the offset of the next value. */
  int position() {
    return at;
  }

  long readLong() throws MalformedRecordException {
    long zigzag = readVarint();
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  long readVarint() throws MalformedRecordException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = bytes[require(1)];
      at++;
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedRecordException("a number of more than 64 bits at byte " + at);
  }

  int readInt() throws MalformedRecordException {
    long value = readLong();
    if (value != (int) value) {
      throw new MalformedRecordException(
          "an out-of-range int value of " + value + " before byte " + at);
    }
    return (int) value;
  }

  /**
   * Reads the branch of a union of null and another type. Returns whether the value is of the other
   * type.
   */
  boolean readPresent() throws MalformedRecordException {
    long branch = readLong();
    if (branch != 0 && branch != 1) {
      throw new MalformedRecordException(
          "branch " + branch + " in a union of size 2 before byte " + at);
    }
    return branch == 1;
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
    byte value = bytes[require(1)];
    at++;
    if (value != 0 && value != 1) {
      throw new MalformedRecordException("a boolean encoded as " + value + " before byte " + at);
    }
    return value == 1;
  }

  byte[] readBytes() throws MalformedRecordException {
    return readFixed(readLength());
  }

  byte[] readFixed(int length) throws MalformedRecordException {
    int start = require(length);
    at += length;
    return Arrays.copyOfRange(bytes, start, at);
  }

  String readString() throws MalformedRecordException {
    int length = readLength();
    String string = new String(bytes, at, length, UTF_8);
    at += length;
    return string;
  }

  /** Reads the id of a unit. The id becomes part of keys whose parts are separated by NUL. */
  String readUnit() throws MalformedRecordException {
    String unit = readString();
    if (unit.isEmpty() || unit.indexOf('\0') >= 0) {
      throw new MalformedRecordException("the id of a unit is empty or contains NUL");
    }
    return unit;
  }

  /**
   * Reads a dump's name. The name becomes the name of a directory and must not be any other path.
   */
  String readDump() throws MalformedRecordException {
    String dump = readString();
    if (!dump.equals(DumpName.UNKNOWN) && !DumpName.isValid(dump)) {
      throw new MalformedRecordException(
          "dump \"" + dump + "\" must be " + DumpName.UNKNOWN + " or " + DumpName.ALLOWED);
    }
    return dump;
  }

  List<String> readStrings() throws MalformedRecordException {
    return readArray(this::readString);
  }

  <T> List<T> readArray(Value<T> values) throws MalformedRecordException {
    List<T> items = new ArrayList<>();
    for (long count = readBlock(); count > 0; count = readBlock()) {
      for (long i = 0; i < count; i++) {
        items.add(values.read());
      }
    }
    return items;
  }

  <T> SortedMap<String, T> readMap(Value<T> values) throws MalformedRecordException {
    SortedMap<String, T> map = new TreeMap<>();
    for (long count = readBlock(); count > 0; count = readBlock()) {
      for (long i = 0; i < count; i++) {
        map.put(readString(), values.read());
      }
    }
    return map;
  }

  /** Returns the number of items in the next block of an array or map; 0 after the last block. */
  private long readBlock() throws MalformedRecordException {
    long count = readLong();
    if (count >= 0) {
      return count;
    }
    readLong(); // size of the block in bytes, for readers that skip it
    return -Math.max(count, -Long.MAX_VALUE);
  }

  /**
   * Skips one value of any schema. Checks each length, count and branch against the remaining
   * bytes.
   */
  void skip(Schema schema) throws MalformedRecordException {
    skip(schema, MAX_DEPTH);
  }

  private void skip(Schema schema, int depth) throws MalformedRecordException {
    if (depth == 0) {
      throw new MalformedRecordException("nested more than " + MAX_DEPTH + " deep");
    }
    switch (schema.getType()) {
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          skip(field.schema(), depth - 1);
        }
      }
      case UNION -> skip(branch(schema.getTypes()), depth - 1);
      case ARRAY -> skipBlocks(false, schema.getElementType(), depth - 1);
      case MAP -> skipBlocks(true, schema.getValueType(), depth - 1);
      case ENUM -> {
        int symbol = readInt();
        if (symbol < 0 || symbol >= schema.getEnumSymbols().size()) {
          throw new MalformedRecordException("symbol " + symbol + " before byte " + at);
        }
      }
      case STRING, BYTES -> skipBytes();
      case FIXED -> at = require(schema.getFixedSize()) + schema.getFixedSize();
      case FLOAT -> at = require(4) + 4;
      case DOUBLE -> at = require(8) + 8;
      case INT -> readInt();
      case LONG -> readLong();
      case BOOLEAN -> readBoolean();
      case NULL -> {
        // null takes no bytes
      }
    }
  }

  private void skipBytes() throws MalformedRecordException {
    skipBytes(readLength());
  }

  /** Skips as many bytes as {@link #readLength} has returned. */
  void skipBytes(int length) {
    at += length;
  }

  private Schema branch(List<Schema> branches) throws MalformedRecordException {
    long branch = readLong();
    if (branch < 0 || branch >= branches.size()) {
      throw new MalformedRecordException(
          "branch " + branch + " in a union of size " + branches.size() + " before byte " + at);
    }
    return branches.get((int) branch);
  }

  private void skipBlocks(boolean keyed, Schema items, int depth) throws MalformedRecordException {
    for (long count = readBlock(); count > 0; count = readBlock()) {
      if (count > bytes.length - at) {
        throw new MalformedRecordException(
            count + " items do not fit into the bytes left at byte " + at);
      }
      for (long i = 0; i < count; i++) {
        if (keyed) {
          skipBytes();
        }
        skip(items, depth);
      }
    }
  }

  /** Checks that no bytes remain. */
  void requireEnd() throws MalformedRecordException {
    if (at != bytes.length) {
      throw new MalformedRecordException(
          (bytes.length - at) + " bytes after the end of the record");
    }
  }

  /** Reads a length, and checks that as many bytes remain. */
  int readLength() throws MalformedRecordException {
    return requireLength(readLong());
  }

  /** Checks that as many bytes remain. */
  int requireLength(long length) throws MalformedRecordException {
    if (length < 0 || length > bytes.length - at) {
      throw new MalformedRecordException("an invalid length of " + length + " at byte " + at);
    }
    return (int) length;
  }

  private int require(int count) throws MalformedRecordException {
    if (count > bytes.length - at) {
      throw new MalformedRecordException("truncated at byte " + at);
    }
    return at;
  }
}
