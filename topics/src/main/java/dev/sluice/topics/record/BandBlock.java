package dev.sluice.topics.record;

import dev.sluice.core.Bytes;
import java.util.List;

/**
 * The keys of documents of one source file in one band, in the order of their rows, as a record of
 * {@code bands} contains them. The partition is the band. Encoded in Avro single-object encoding
 * with the schema {@code band-block.avsc}, or {@code checked-band-block.avsc} if there are
 * sketches. Immutable if callers do not change the arrays.
 *
 * @param unit id of the unit of input
 * @param file path of the source file relative to the input root
 * @param dumps distinct names of the documents' dumps
 * @param rows row numbers of the documents in the file, from 0, ascending
 * @param keys keys of the documents, each of {@link #KEY_BYTES} bytes
 * @param sketches sketches of the documents in the same order, all of the same length; empty if
 *     documents with a common key are not compared
 */
public record BandBlock(
    String unit, String file, List<String> dumps, long[] rows, long[] keys, byte[] sketches) {
  /** The size of a key in bytes. */
  public static final int KEY_BYTES = 6;

  private static final byte[] HEADER = Schemas.header(Schemas.BAND_BLOCK);
  private static final byte[] CHECKED = Schemas.header(Schemas.CHECKED_BAND_BLOCK);
  private static final byte[] NO_SKETCHES = {};
  private static final int ROW_BYTES = 9;

  /** Copies the list. */
  public BandBlock {
    dumps = List.copyOf(dumps);
    if (rows.length != keys.length) {
      throw new IllegalArgumentException(keys.length + " keys of " + rows.length + " rows");
    }
    if (sketches.length > 0 && (keys.length == 0 || sketches.length % keys.length != 0)) {
      throw new IllegalArgumentException(
          "sketches of %d bytes in total cannot be divided among %d rows"
              .formatted(sketches.length, keys.length));
    }
  }

  /** Creates a block without sketches. */
  public BandBlock(String unit, String file, List<String> dumps, long[] rows, long[] keys) {
    this(unit, file, dumps, rows, keys, NO_SKETCHES);
  }

  /** Returns whether a value has a block's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER) || Schemas.hasHeader(value, CHECKED);
  }

  /** Returns the size of each sketch in bytes; 0 without sketches. */
  public int sketchBytes() {
    return keys.length == 0 ? 0 : sketches.length / keys.length;
  }

  /** Encodes the block. */
  public byte[] encode() {
    byte[] header = sketches.length > 0 ? CHECKED : HEADER;
    AvroWriter out = new AvroWriter(header, 246 + rows.length * (KEY_BYTES + 2) + sketches.length);
    out.writeString(unit);
    out.writeString(file);
    out.writeStrings(dumps);
    byte[] differences = new byte[rows.length * ROW_BYTES];
    out.writeBytes(differences, 0, differences(differences));
    byte[] packed = new byte[keys.length * KEY_BYTES];
    for (int i = 0; i < keys.length; i++) {
      writeKey(packed, i * KEY_BYTES, keys[i]);
    }
    out.writeBytes(packed);
    if (sketches.length > 0) {
      out.writeBytes(sketches);
    }
    return out.toBytes();
  }

  /** Writes a key as {@link #KEY_BYTES} bytes, big-endian. */
  static void writeKey(byte[] bytes, int at, long key) {
    for (int i = 0; i < KEY_BYTES; i++) {
      bytes[at + i] = (byte) (key >>> Byte.SIZE * (KEY_BYTES - 1 - i));
    }
  }

  /** Reads what {@link #writeKey} has written. */
  static long readKey(byte[] bytes, int at) {
    long key = 0;
    for (int i = 0; i < KEY_BYTES; i++) {
      key = key << Byte.SIZE | bytes[at + i] & 0xFF;
    }
    return key;
  }

  private int differences(byte[] into) {
    int at = 0;
    long before = -1;
    for (long row : rows) {
      long difference = row - before;
      if (difference < 1) {
        throw new IllegalArgumentException("row " + row + " after row " + before);
      }
      at = Bytes.writeVarint(into, at, difference);
      before = row;
    }
    return at;
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a block
   */
  public static BandBlock parse(byte[] value) throws MalformedRecordException {
    if (!matches(value)) {
      throw new MalformedRecordException("not a block of keys: unknown header");
    }
    AvroReader in = new AvroReader(value, Schemas.HEADER_LENGTH);
    String unit = in.readUnit();
    String file = in.readString();
    List<String> dumps = in.readArray(in::readDump);
    byte[] differences = in.readBytes();
    byte[] packed = in.readBytes();
    byte[] sketches = Schemas.hasHeader(value, CHECKED) ? in.readBytes() : NO_SKETCHES;
    in.requireEnd();
    long[] keys = keys(packed);
    long[] rows = rows(differences, keys.length);
    if (sketches.length > 0 && (keys.length == 0 || sketches.length % keys.length != 0)) {
      throw new MalformedRecordException(
          "sketches of %d bytes in total cannot be divided among %d rows"
              .formatted(sketches.length, keys.length));
    }
    return new BandBlock(unit, file, dumps, rows, keys, sketches);
  }

  private static long[] keys(byte[] packed) throws MalformedRecordException {
    if (packed.length % KEY_BYTES != 0) {
      throw new MalformedRecordException("keys in " + packed.length + " bytes");
    }
    long[] keys = new long[packed.length / KEY_BYTES];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = readKey(packed, i * KEY_BYTES);
    }
    return keys;
  }

  private static long[] rows(byte[] differences, int count) throws MalformedRecordException {
    long[] rows = new long[count];
    int at = 0;
    long row = -1;
    for (int i = 0; i < count; i++) {
      long difference = 0;
      for (int shift = 0; ; shift += 7) {
        if (at == differences.length || shift >= Long.SIZE - 1) {
          throw new MalformedRecordException(
              "the row numbers are truncated or too long at row %d of %d".formatted(i, count));
        }
        byte next = differences[at++];
        difference |= (next & 0x7FL) << shift;
        if (next >= 0) {
          break;
        }
      }
      if (difference < 1 || row + difference < 0) {
        throw new MalformedRecordException(
            "an invalid difference between row numbers: " + difference);
      }
      row += difference;
      rows[i] = row;
    }
    if (at < differences.length) {
      throw new MalformedRecordException("more rows than " + count + " keys");
    }
    return rows;
  }
}
