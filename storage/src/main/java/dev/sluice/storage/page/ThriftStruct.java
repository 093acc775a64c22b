package dev.sluice.storage.page;

import java.io.ByteArrayInputStream;
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
 * Parses Parquet's metadata structures in memory. Parquet's own reader accepts any declared length
 * of a string up to 100 MB, and any length of a list. Here no length may exceed the available
 * bytes, so allocations are limited to a small multiple of these bytes.
 */
public final class ThriftStruct {
  private static final Pattern MISSING =
      Pattern.compile("Required field '(\\w+)' .*Struct: ?(\\w+).*", Pattern.DOTALL);

  /** The memory that a structure takes as an object, with its lists and short strings. */
  private static final int STRUCT_BYTES = 256;

  private ThriftStruct() {}

  /** Counts the structures read. */
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
            "more than %2$,d structures take more than the %1$,d bytes allowed"
                .formatted(maxHeapBytes, structs - 1));
      }
      return super.readStructBegin();
    }
  }

  /**
   * Fills a structure from the first {@code length} bytes.
   *
   * @return the number of bytes used
   * @throws ParquetDecodingException if the bytes are not such a structure, or are incomplete
   */
  public static int parse(TBase<?, ?> struct, byte[] bytes, int length) {
    return parse(struct, bytes, length, Long.MAX_VALUE);
  }

  /**
   * Fills a structure with a limit on memory. The number of nested structures gives an estimate of
   * the memory.
   *
   * @throws PageMemory.PageTooLarge if the structure needs more memory
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

  /** Returns Thrift's message without its advice to programmers. */
  private static String reason(Throwable problem) {
    if (problem instanceof TTransportException) {
      return ": the structure is truncated";
    }
    if (!(problem instanceof TException) || problem.getMessage() == null) {
      return "";
    }
    Matcher missing = MISSING.matcher(problem.getMessage());
    return missing.matches()
        ? ": %s has no known %s".formatted(missing.group(2), missing.group(1))
        : ": " + problem.getMessage();
  }
}
