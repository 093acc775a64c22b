package dev.sluice.storage.page;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.io.ParquetDecodingException;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/**
 * Parses Parquet's own structures from bytes in memory, and writes them. Parquet's reader believes
 * the lengths it finds up to 100 MB for a string and without limit for a list; here none may exceed
 * the bytes there are, so that what is allocated is a small multiple of them.
 */
public final class ThriftStruct {
  private static final Pattern MISSING =
      Pattern.compile("Required field '(\\w+)' .*Struct: ?(\\w+).*", Pattern.DOTALL);

  /** A structure with its lists and short strings, as an object. */
  private static final int STRUCT_BYTES = 256;

  private ThriftStruct() {}

  /** Counts the structures that it reads. */
  private static final class Counting extends TCompactProtocol {
    private static final long serialVersionUID = 1L;

    private final long maxHeapBytes;
    private long structs;

    Counting(TIOStreamTransport bytes, int length, long maxHeapBytes) {
      super(bytes, length, length);
      this.maxHeapBytes = maxHeapBytes;
    }

    @Override
    public TStruct readStructBegin() throws TException {
      structs++;
      if (structs * STRUCT_BYTES > maxHeapBytes) {
        throw new PageMemory.PageTooLarge(
            "it takes more than the %,d bytes that are allowed, for more than %,d structures"
                .formatted(maxHeapBytes, structs - 1));
      }
      return super.readStructBegin();
    }
  }

  /**
   * Fills a structure from the first {@code length} bytes.
   *
   * @return the number of bytes it took
   * @throws ParquetDecodingException when they hold no such structure, or only its beginning
   */
  public static int parse(TBase<?, ?> struct, byte[] bytes, int length) {
    return parse(struct, bytes, length, Long.MAX_VALUE);
  }

  /**
   * The same, of at most so many bytes of heap, by the number of structures within.
   *
   * @throws PageMemory.PageTooLarge when it takes more
   */
  public static int parse(TBase<?, ?> struct, byte[] bytes, int length, long maxHeapBytes) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, 0, length);
    TConfiguration limits =
        new TConfiguration(
            length, TConfiguration.DEFAULT_MAX_FRAME_SIZE, TConfiguration.DEFAULT_RECURSION_DEPTH);
    try {
      struct.read(new Counting(new TIOStreamTransport(limits, in), length, maxHeapBytes));
    } catch (PageMemory.PageTooLarge e) {
      throw e;
    } catch (TException | RuntimeException | StackOverflowError e) {
      throw new ParquetDecodingException("a broken structure" + reason(e), e);
    }
    return length - in.available();
  }

  /** What Thrift says of the bytes, without its advice to programmers. */
  private static String reason(Throwable problem) {
    if (problem instanceof TTransportException) {
      return ": it ends early";
    }
    if (!(problem instanceof TException) || problem.getMessage() == null) {
      return "";
    }
    Matcher missing = MISSING.matcher(problem.getMessage());
    return missing.matches()
        ? ": %s without a known %s".formatted(missing.group(2), missing.group(1))
        : ": " + problem.getMessage();
  }

  /**
   * A structure as it is written in files.
   *
   * @throws ParquetDecodingException when it was read from a later version of the format and holds
   *     what this one has no name for
   */
  public static byte[] bytes(TBase<?, ?> struct) {
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
