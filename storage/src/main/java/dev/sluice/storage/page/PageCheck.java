package dev.sluice.storage.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Validates the run lengths and counts that a page's encodings declare, before decoders allocate
 * memory based on them. Reports how much they will allocate; the receiver of the report may refuse
 * this with an exception. Does not decode values.
 */
final class PageCheck {
  /**
   * The number of extra values that are accepted, because runs may be padded, and a run of zero bit
   * width takes no bytes.
   */
  private static final int SLACK_VALUES = 4096;

  private static final int MAX_UNBACKED_VALUES = 8 << 20;

  /** The header of a bit-packed run without values. */
  private static final int NO_GROUPS = 1;

  private static final int MAX_DELTA_BLOCK = 1 << 20;

  private final byte[] bytes;
  private final int end;
  private final int values;
  private final LongConsumer heap;
  private int at;

  private PageCheck(byte[] bytes, int from, int end, int values, LongConsumer heap) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.values = values;
    this.heap = heap;
  }

  /**
   * The encoding of the levels of a version 1 page.
   *
   * @param max the highest level; 0 if the page has none
   */
  record Levels(int max, Encoding encoding) {}

  /**
   * Validates the levels and values of a version 1 page.
   *
   * @param page uncompressed; receives what decoders will allocate
   * @param values number of values that the page declares, including nulls
   */
  static void version1(
      PageBuffers page,
      int length,
      int values,
      Levels repetition,
      Levels definition,
      Encoding encoding) {
    PageCheck check = new PageCheck(page.unpacked(), 0, length, values, page::decode);
    check.skipLevels(repetition);
    check.skipLevels(definition);
    check.values(encoding);
  }

  /**
   * Validates separate levels, as in a version 2 page.
   *
   * @param heap receives the bytes that decoders will allocate
   */
  static void levels(ByteBuffer levels, int values, int maxLevel, LongConsumer heap) {
    if (maxLevel > 0) {
      new PageCheck(levels.array(), levels.position(), levels.limit(), values, heap)
          .hybrid(BytesUtils.getWidthFromMaxInt(maxLevel), true);
    }
  }

  /**
   * Validates separate values, as in a version 2 page.
   *
   * @param heap receives the bytes that decoders will allocate
   */
  static void values(byte[] page, int length, int values, Encoding encoding, LongConsumer heap) {
    new PageCheck(page, 0, length, values, heap).values(encoding);
  }

  @SuppressWarnings("deprecation") // BIT_PACKED: old files have it
  private void skipLevels(Levels levels) {
    if (levels.max() == 0) {
      return;
    }
    int width = BytesUtils.getWidthFromMaxInt(levels.max());
    if (levels.encoding() == Encoding.BIT_PACKED) {
      at += Math.toIntExact(Math.min(end - at, ((long) values * width + 7) / 8));
      return;
    }
    if (levels.encoding() != Encoding.RLE) {
      throw new ParquetDecodingException("levels cannot be encoded as " + levels.encoding());
    }
    runs(width, true);
  }

  /** Validates runs that are preceded by their size in bytes. */
  private void runs(int width, boolean complete) {
    int length = littleEndian();
    need(length);
    new PageCheck(bytes, at, at + length, values, heap).hybrid(width, complete);
    at += length;
  }

  private void values(Encoding encoding) {
    switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> dictionaryIds();
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> deltaCount();
      case DELTA_BYTE_ARRAY -> sharedPrefixes();
      case RLE -> truths();
      case BYTE_STREAM_SPLIT -> heap.accept(end - at); // runs are assembled in a copy
      default -> {
        // The size of plain values cannot exceed their bytes.
      }
    }
  }

  /** Validates booleans that are stored as runs; an all-null page may have no run. */
  private void truths() {
    if (at < end) {
      runs(1, false);
    }
  }

  private void dictionaryIds() {
    if (at < end) {
      hybrid(next(), false);
    }
  }

  /** Validates runs of the RLE and bit-packing hybrid, up to the number of values. */
  private void hybrid(int width, boolean complete) {
    if (width > 32) {
      throw new ParquetDecodingException("bit width " + width + " is above 32");
    }
    long seen = 0;
    long longest = 0;
    while (seen < values && at < end) {
      long header = varint();
      if (header == NO_GROUPS && seen == 0 && !complete) {
        return; // allowed if all values are null; decoders refuse to read a value from it
      }
      boolean packed = (header & 1) == 1;
      long run = packed ? packed(header >>> 1, width) : repeated(header >>> 1, width);
      longest = packed ? Math.max(longest, run) : longest;
      seen += run;
    }
    heap.accept(longest * (Integer.BYTES + (width + 7) / 8)); // decoded run by run
    if (complete && seen < values) {
      throw new ParquetDecodingException(
          "a page of %d values has levels for only %d".formatted(values, seen));
    }
  }

  private long repeated(long count, int width) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw new ParquetDecodingException("an invalid run of " + count + " values");
    }
    int size = (width + 7) / 8;
    need(size);
    at += size;
    return count;
  }

  /**
   * Validates bit-packed groups. The last group may be truncated: readers treat missing bytes as
   * zero.
   */
  private long packed(long groups, int width) {
    long count = groups * 8;
    boolean tooMany = count > (long) values + SLACK_VALUES;
    boolean unbacked = width == 0 ? count > MAX_UNBACKED_VALUES : (groups - 1) * width > end - at;
    if (groups < 1 || tooMany || unbacked) {
      throw new ParquetDecodingException(
          "a packed run has %d values in a page of %d values".formatted(count, values));
    }
    at += Math.toIntExact(Math.min(end - at, groups * width));
    return count;
  }

  /**
   * Validates the header of delta-encoded integers without consuming it.
   *
   * @return the number of integers
   */
  private int deltaCount() {
    if (at == end) {
      return 0; // a page of nulls
    }
    int start = at;
    long block = varint();
    long miniblocks = varint();
    long total = varint();
    long left = end - at;
    at = start;
    boolean shaped =
        block > 0
            && block <= MAX_DELTA_BLOCK
            && miniblocks > 0
            && miniblocks <= block
            && block % miniblocks == 0;
    // A block needs a byte for its minimum and one for the bit width of each miniblock.
    boolean backed = shaped && (total - 1) / block * (1 + miniblocks) <= left;
    if (!backed || total < 0 || total > values) {
      throw new ParquetDecodingException(
          "invalid delta encoding: %d values in blocks of %d with %d miniblocks, in %d bytes of a page of %d values"
              .formatted(total, block, miniblocks, left, values));
    }
    heap.accept(Long.BYTES * (total + block));
    return (int) total;
  }

  /**
   * Validates strings that share a prefix with the previous string: a few bytes can declare any
   * length.
   */
  private void sharedPrefixes() {
    int count = deltaCount();
    heap.accept(4L * Long.BYTES * count); // once here, and then by the decoder
    DeltaBinaryPackingValuesReader prefixes = integers(count);
    if (deltaCount() != count) {
      throw new ParquetDecodingException("the numbers of prefixes and suffixes differ");
    }
    DeltaBinaryPackingValuesReader suffixes = integers(count);
    long previous = 0;
    long total = 0;
    for (int i = 0; i < count; i++) {
      int prefix = prefixes.readInteger();
      int suffix = suffixes.readInteger();
      need(suffix);
      at += suffix;
      if (prefix < 0 || prefix > previous) {
        throw new ParquetDecodingException(
            "a string declares a shared prefix of %d bytes, but the previous string has %d bytes"
                .formatted(prefix, previous));
      }
      previous = (long) prefix + suffix;
      total += previous;
      if (total > ChunkPages.MAX_PAGE_BYTES) {
        throw new ParquetDecodingException(
            "a page's strings take more than %d bytes".formatted(ChunkPages.MAX_PAGE_BYTES));
      }
    }
  }

  private DeltaBinaryPackingValuesReader integers(int count) {
    DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
    if (count > 0 || at < end) {
      try {
        ByteBufferInputStream in = ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes, at, end - at));
        reader.initFromPage(values, in);
        at = end - in.available();
      } catch (IOException e) {
        throw new ParquetDecodingException("delta-encoded integers are truncated", e);
      }
    }
    return reader;
  }

  /** Checks that the strings of a dictionary are inside its bytes. */
  static void dictionary(byte[] content, int end, int values) {
    PageCheck check = new PageCheck(content, 0, end, values, told -> {});
    for (int i = 0; i < values; i++) {
      int length = check.littleEndian();
      check.need(length);
      check.at += length;
    }
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int part = next();
      value |= (long) (part & 0x7F) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new ParquetDecodingException("a number has more than ten bytes");
  }

  private int littleEndian() {
    need(4);
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value |= (bytes[at++] & 0xFF) << 8 * i;
    }
    return value;
  }

  private int next() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  private void need(long count) {
    if (count < 0 || count > end - at) {
      throw new ParquetDecodingException(
          "a page is truncated: %d bytes are left, but %d are needed".formatted(end - at, count));
    }
  }
}
