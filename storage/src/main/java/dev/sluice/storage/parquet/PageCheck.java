package dev.sluice.storage.parquet;

import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Looks over the run lengths and counts that a page's encodings declare, before decoders allocate
 * by them. What passes makes a decoder allocate no more than a small multiple of the page's bytes
 * and values; what it then decodes is the decoder's business.
 */
final class PageCheck {
  /** Runs may be padded, and a run without bits takes no bytes: this many values are let pass. */
  private static final int SLACK_VALUES = 4096;

  private static final int MAX_UNBACKED_VALUES = 8 << 20;
  private static final int MAX_DELTA_BLOCK = 1 << 20;

  private final byte[] bytes;
  private final int end;
  private final int values;
  private int at;

  private PageCheck(byte[] bytes, int from, int end, int values) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.values = values;
  }

  /**
   * Checks the definition levels and values of a version 1 page.
   *
   * @param values the number of values the page declares, nulls included
   */
  static void version1(
      byte[] page, int length, int values, int maxLevel, Encoding levels, Encoding encoding) {
    PageCheck check = new PageCheck(page, 0, length, values);
    if (maxLevel > 0) {
      check.skipLevels(maxLevel, levels);
    }
    check.values(encoding);
  }

  /** Checks a run of definition levels that stands alone, as in a version 2 page. */
  static void levels(byte[] page, int length, int values, int maxLevel) {
    if (maxLevel > 0) {
      new PageCheck(page, 0, length, values).hybrid(BytesUtils.getWidthFromMaxInt(maxLevel), true);
    }
  }

  /** Checks values that stand alone, as in a version 2 page. */
  static void values(byte[] page, int length, int values, Encoding encoding) {
    new PageCheck(page, 0, length, values).values(encoding);
  }

  @SuppressWarnings("deprecation") // BIT_PACKED: old files have it
  private void skipLevels(int maxLevel, Encoding encoding) {
    int width = BytesUtils.getWidthFromMaxInt(maxLevel);
    if (encoding == Encoding.BIT_PACKED) {
      at += Math.toIntExact(Math.min(end - at, ((long) values * width + 7) / 8));
      return;
    }
    if (encoding != Encoding.RLE) {
      throw new ParquetDecodingException("definition levels cannot be encoded as " + encoding);
    }
    need(4);
    int length = 0;
    for (int i = 0; i < 4; i++) {
      length |= (bytes[at++] & 0xFF) << 8 * i;
    }
    need(length);
    new PageCheck(bytes, at, at + length, values).hybrid(width, true);
    at += length;
  }

  private void values(Encoding encoding) {
    switch (encoding) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY -> dictionaryIds();
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY -> delta(false);
      case DELTA_BYTE_ARRAY -> {
        delta(true);
        delta(false);
      }
      default -> {
        // plain values and byte streams declare nothing that is not backed by their bytes
      }
    }
  }

  private void dictionaryIds() {
    if (at < end) {
      hybrid(next(), false);
    }
  }

  /** Runs of the hybrid of run lengths and bit packing, up to the values of the page. */
  private void hybrid(int width, boolean complete) {
    if (width > 32) {
      throw new ParquetDecodingException("bit width " + width + " is above 32");
    }
    long seen = 0;
    while (seen < values && at < end) {
      long header = varint();
      boolean packed = (header & 1) == 1;
      seen += packed ? packed(header >>> 1, width) : repeated(header >>> 1, width);
    }
    if (complete && seen < values) {
      throw new ParquetDecodingException(
          "a page of %d values has levels for %d of them".formatted(values, seen));
    }
  }

  private long repeated(long count, int width) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw new ParquetDecodingException("a run of " + count + " values");
    }
    int size = (width + 7) / 8;
    need(size);
    at += size;
    return count;
  }

  /** The last group may be cut short: readers take the missing bytes as zero. */
  private long packed(long groups, int width) {
    long count = groups * 8;
    boolean tooMany = count > (long) values + SLACK_VALUES;
    boolean unbacked = width == 0 ? count > MAX_UNBACKED_VALUES : (groups - 1) * width > end - at;
    if (groups < 1 || tooMany || unbacked) {
      throw new ParquetDecodingException(
          "a packed run of %d values in a page of %d".formatted(count, values));
    }
    at += Math.toIntExact(Math.min(end - at, groups * width));
    return count;
  }

  /** A header of delta-packed integers, and on request the blocks behind it. */
  private void delta(boolean skipBlocks) {
    if (at == end) {
      return; // a page of nulls
    }
    long block = varint();
    long miniblocks = varint();
    long total = varint();
    boolean shaped =
        block > 0
            && block <= MAX_DELTA_BLOCK
            && miniblocks > 0
            && miniblocks <= block
            && block % miniblocks == 0;
    if (!shaped || total < 0 || total > values) {
      throw new ParquetDecodingException(
          "delta-packed integers: %d values in blocks of %d by %d in a page of %d"
              .formatted(total, block, miniblocks, values));
    }
    varint();
    if (skipBlocks) {
      skipBlocks((int) miniblocks, block / miniblocks, total - 1);
    }
  }

  private void skipBlocks(int miniblocks, long perMiniblock, long values) {
    long left = values;
    while (left > 0) {
      varint();
      need(miniblocks);
      int widths = at;
      at += miniblocks;
      for (int i = 0; i < miniblocks && left > 0; i++) {
        long size = perMiniblock * (bytes[widths + i] & 0xFF) / 8;
        need(size);
        at += (int) size;
        left -= perMiniblock;
      }
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
    throw new ParquetDecodingException("a number of more than ten bytes");
  }

  private int next() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  private void need(long count) {
    if (count < 0 || count > end - at) {
      throw new ParquetDecodingException(
          "a page ends after %d of %d bytes".formatted(end - at, count));
    }
  }
}
