package dev.sluice.topics.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The Avro schemas of records, and the header of Avro's single-object encoding. The header is C3 01
 * and the CRC-64-AVRO fingerprint of the writer's schema, little-endian. No registry is required.
 */
public final class Schemas {
  /** The number of bytes before the Avro body. */
  static final int HEADER_LENGTH = 10;

  /** The schema of rows of source files. */
  public static final Schema DOCUMENT = load("document.avsc");

  /** The schema of rows of a row group whose texts stay in the source. */
  public static final Schema SELECTED_ROWS = load("selected-rows.avsc");

  /** The schema of end-of-unit markers. */
  public static final Schema END_OF_UNIT = load("end-of-unit.avsc");

  /** The schema of forget records. */
  public static final Schema FORGET = load("forget.avsc");

  /** The schema of watermarks. A watermark states how far ingest has sent the rows of a unit. */
  public static final Schema WATERMARK = load("watermark.avsc");

  /** The schema of the part of a document that near-deduplication compares. */
  public static final Schema SIGNATURE_BLOCK = load("signature-block.avsc");

  /** The schema of rejected records. */
  public static final Schema REJECT = load("reject.avsc");

  /** The schemas of records that pass through the topology. */
  static final List<Schema> TRAVELLING =
      List.of(DOCUMENT, SELECTED_ROWS, END_OF_UNIT, FORGET, WATERMARK, SIGNATURE_BLOCK);

  private Schemas() {}

  /** Returns the schemas that this version writes and publishes for readers of other versions. */
  public static List<Schema> written() {
    return Stream.concat(TRAVELLING.stream(), Stream.of(REJECT)).toList();
  }

  /** Returns the CRC-64-AVRO fingerprint that identifies a schema in records. */
  public static long fingerprint(Schema schema) {
    return SchemaNormalization.parsingFingerprint64(schema);
  }

  private static Schema load(String resource) {
    try (InputStream in = Schemas.class.getResourceAsStream(resource)) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** Returns the ten bytes at the start of records of this schema. */
  static byte[] header(Schema schema) {
    return ByteBuffer.allocate(HEADER_LENGTH)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 0x01)
        .putLong(fingerprint(schema))
        .array();
  }

  /** Returns whether a value begins with this header. */
  static boolean hasHeader(byte[] value, byte[] header) {
    return value.length >= HEADER_LENGTH
        && Arrays.equals(value, 0, HEADER_LENGTH, header, 0, HEADER_LENGTH);
  }
}
