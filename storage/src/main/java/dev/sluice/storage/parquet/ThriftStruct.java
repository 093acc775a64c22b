package dev.sluice.storage.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import org.apache.parquet.io.ParquetDecodingException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * Parses Parquet's own structures from bytes in memory, and writes them. Parquet's reader believes
 * the lengths it finds up to 100 MB for a string and without limit for a list; here none may exceed
 * the bytes there are, so that what is allocated is a small multiple of them.
 */
final class ThriftStruct {
  private ThriftStruct() {}

  /**
   * Fills a structure from the first {@code length} bytes.
   *
   * @return the number of bytes it took
   * @throws ParquetDecodingException when they hold no such structure, or only its beginning
   */
  static int parse(TBase<?, ?> struct, byte[] bytes, int length) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, 0, length);
    TConfiguration limits =
        new TConfiguration(
            length, TConfiguration.DEFAULT_MAX_FRAME_SIZE, TConfiguration.DEFAULT_RECURSION_DEPTH);
    try {
      struct.read(new TCompactProtocol(new TIOStreamTransport(limits, in), length, length));
    } catch (TException | RuntimeException | StackOverflowError e) {
      String what = Optional.ofNullable(e.getMessage()).orElse(e.toString());
      throw new ParquetDecodingException("a broken structure: " + what, e);
    }
    return length - in.available();
  }

  /**
   * A structure as it is written in files.
   *
   * @throws ParquetDecodingException when it was read from a later version of the format and holds
   *     what this one has no name for
   */
  static byte[] bytes(TBase<?, ?> struct) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      struct.write(new TCompactProtocol(new TIOStreamTransport(out)));
    } catch (TException e) {
      throw new ParquetDecodingException(
          "it holds what this version of the format does not know: " + e.getMessage(), e);
    }
    return out.toByteArray();
  }
}
