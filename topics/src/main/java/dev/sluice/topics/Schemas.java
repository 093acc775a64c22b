package dev.sluice.topics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The Avro schemas of the records, and the header of Avro's single-object encoding: C3 01 and the
 * CRC-64-AVRO fingerprint of the writer's schema, little-endian. No registry is needed.
 */
public final class Schemas {
  /** Bytes before the Avro body. */
  static final int HEADER_LENGTH = 10;

  /** Rows of source files. */
  public static final Schema DOCUMENT = load("document.avsc");

  /** End-of-unit markers. */
  public static final Schema END_OF_UNIT = load("end-of-unit.avsc");

  /** Records that forget a dump. */
  public static final Schema FORGET = load("forget.avsc");

  /** Rejected records. */
  public static final Schema REJECT = load("reject.avsc");

  private Schemas() {}

  private static Schema load(String resource) {
    try (InputStream in = Schemas.class.getResourceAsStream(resource)) {
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** The ten bytes that records of this schema begin with. */
  static byte[] header(Schema schema) {
    return ByteBuffer.allocate(HEADER_LENGTH)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 0x01)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  /** Whether a value begins with this header. */
  static boolean hasHeader(byte[] value, byte[] header) {
    return value.length >= HEADER_LENGTH
        && Arrays.equals(value, 0, HEADER_LENGTH, header, 0, HEADER_LENGTH);
  }
}
