package dev.sluice.storage.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Reads the pages of one column chunk one after the other. Heap: one page as stored and one
 * unpacked, both reused, and the dictionary: a value is valid until the next page is asked for.
 *
 * <p>Every length a header declares is compared with what the footer and the file allow before
 * anything is allocated for it, and a page with a checksum must have that checksum.
 *
 * <p>Throws {@link ParquetDecodingException} for broken bytes, {@link UncheckedIOException} for I/O
 * errors. Not thread-safe.
 */
final class ChunkPages implements PageReader {
  /** No page may unpack to more than this. */
  static final int MAX_PAGE_BYTES = 1 << 30;

  /** Old writers forgot up to this many bytes, a dictionary's header, in a chunk's length. */
  static final int FORGOTTEN_BYTES = 100;

  private static final int HEADER_BYTES = 256;
  private static final int MAX_HEADER_BYTES = 16 << 20;

  private final SourceFile file;
  private final ColumnChunkSpan span;
  private final PageDecompressor decompressor;
  private final long end;
  private final long maxPageBytes;
  private final CRC32 crc = new CRC32();
  private byte[] stored = new byte[HEADER_BYTES];
  private byte[] unpacked = new byte[0];
  private long at;
  private long valuesRead;

  /**
   * @param pagesEnd where pages of the file must have ended: the footer's position
   */
  ChunkPages(SourceFile file, ColumnChunkSpan span, PageDecompressor decompressor, long pagesEnd) {
    this.file = file;
    this.span = span;
    this.decompressor = decompressor;
    this.at = span.offset();
    this.end = Math.min(pagesEnd, span.offset() + span.compressedBytes() + FORGOTTEN_BYTES);
    this.maxPageBytes = Math.min(MAX_PAGE_BYTES, span.uncompressedBytes() + FORGOTTEN_BYTES);
  }

  @Override
  public long getTotalValueCount() {
    return span.values();
  }

  /** The dictionary, which can only be the first page; null without one, as parquet wants it. */
  @Override
  public DictionaryPage readDictionaryPage() {
    try {
      long start = at;
      PageHeader header = nextHeader();
      if (header.getType() == PageType.DICTIONARY_PAGE) {
        return dictionary(header);
      }
      at = start;
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public DataPage readPage() {
    try {
      while (valuesRead < span.values()) {
        Optional<DataPage> page = nextPage();
        if (page.isPresent()) {
          return page.get();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new ParquetDecodingException("all %d values are read".formatted(span.values()));
  }

  /** Empty for a page without values, or of a kind that holds none. */
  private Optional<DataPage> nextPage() throws IOException {
    PageHeader header = nextHeader();
    return switch (header.getType()) {
      case DATA_PAGE -> version1(header, header.getData_page_header());
      case DATA_PAGE_V2 -> version2(header, header.getData_page_header_v2());
      case INDEX_PAGE -> {
        at += header.getCompressed_page_size();
        yield Optional.empty();
      }
      case DICTIONARY_PAGE -> throw new ParquetDecodingException("a second dictionary");
    };
  }

  private DictionaryPage dictionary(PageHeader page) throws IOException {
    DictionaryPageHeader header = present(page.getDictionary_page_header());
    readBody(page);
    int size = page.getUncompressed_page_size();
    long minBytes = (long) header.getNum_values() * minDictionaryEntry();
    if (header.getNum_values() < 0 || minBytes > size) {
      throw new ParquetDecodingException(
          "a dictionary of %d bytes declares %d values".formatted(size, header.getNum_values()));
    }
    byte[] content = new byte[size];
    decompressor.decompress(
        span.codec(), stored, 0, page.getCompressed_page_size(), content, size);
    return new DictionaryPage(
        BytesInput.from(content), header.getNum_values(), encoding(header.getEncoding()));
  }

  private int minDictionaryEntry() {
    PrimitiveType type = span.descriptor().getPrimitiveType();
    return switch (type.getPrimitiveTypeName()) {
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> Math.max(1, type.getTypeLength());
      case BOOLEAN -> 1;
      case INT32, FLOAT, BINARY -> 4;
    };
  }

  private Optional<DataPage> version1(PageHeader page, DataPageHeader declared)
      throws IOException {
    DataPageHeader header = present(declared);
    int values = count(header.getNum_values());
    int size = page.getUncompressed_page_size();
    readBody(page);
    if (values == 0) {
      return Optional.empty();
    }
    unpack(span.codec(), 0, page.getCompressed_page_size(), size);
    int maxLevel = span.descriptor().getMaxDefinitionLevel();
    Encoding levels = maxLevel == 0 ? Encoding.RLE : encoding(header.getDefinition_level_encoding());
    Encoding encoding = encoding(header.getEncoding());
    PageCheck.version1(unpacked, size, values, maxLevel, levels, encoding);
    return Optional.of(
        new DataPageV1(
            BytesInput.from(unpacked, 0, size), values, size, null, Encoding.RLE, levels, encoding));
  }

  private Optional<DataPage> version2(PageHeader page, DataPageHeaderV2 declared)
      throws IOException {
    DataPageHeaderV2 header = present(declared);
    int values = count(header.getNum_values());
    int levels = levelBytes(page, header);
    readBody(page);
    if (values == 0) {
      return Optional.empty();
    }
    int size = page.getUncompressed_page_size() - levels;
    PageCheck.levels(stored, levels, values, span.descriptor().getMaxDefinitionLevel());
    byte[] levelCopy = Arrays.copyOf(stored, levels);
    boolean packed = !header.isSetIs_compressed() || header.isIs_compressed();
    SourceCodec codec = packed ? span.codec() : SourceCodec.UNCOMPRESSED;
    unpack(codec, levels, page.getCompressed_page_size() - levels, size);
    Encoding encoding = encoding(header.getEncoding());
    PageCheck.values(unpacked, size, values, encoding);
    return Optional.of(
        DataPageV2.uncompressed(
            values,
            Math.max(0, header.getNum_nulls()),
            values,
            BytesInput.empty(),
            BytesInput.from(levelCopy),
            encoding,
            BytesInput.from(unpacked, 0, size),
            null));
  }

  /** The column is not repeated, so definition levels are all the levels there can be. */
  private static int levelBytes(PageHeader page, DataPageHeaderV2 header) {
    int repetition = header.getRepetition_levels_byte_length();
    int definition = header.getDefinition_levels_byte_length();
    int most = Math.min(page.getCompressed_page_size(), page.getUncompressed_page_size());
    if (repetition != 0 || definition < 0 || definition > most) {
      throw new ParquetDecodingException(
          "levels of %d and %d bytes in a page of %d".formatted(repetition, definition, most));
    }
    return definition;
  }

  private int count(int values) {
    if (values < 0 || values > span.values() - valuesRead) {
      throw new ParquetDecodingException(
          "a page declares %d values where %d are left of %d"
              .formatted(values, span.values() - valuesRead, span.values()));
    }
    valuesRead += values;
    return values;
  }

  /** A page of nulls has no bytes, and some writers do not pack nothing either. */
  private void unpack(SourceCodec codec, int from, int length, int size) {
    if (unpacked.length < size) {
      unpacked = new byte[size];
    }
    if (length > 0 || size > 0) {
      decompressor.decompress(codec, stored, from, length, unpacked, size);
    }
  }

  /** Reads the header at the current position and moves behind it. */
  private PageHeader nextHeader() throws IOException {
    int length = HEADER_BYTES;
    while (true) {
      int available = (int) Math.min(length, end - at);
      readStored(available);
      int headerEnd = CompactThrift.endOfStruct(stored, available);
      if (headerEnd != CompactThrift.CUT_OFF) {
        at += headerEnd;
        return checked(parse(headerEnd));
      }
      if (available < length || length >= MAX_HEADER_BYTES) {
        throw new ParquetDecodingException(
            "%d of %d values are read and no page header follows"
                .formatted(valuesRead, span.values()));
      }
      length *= 8;
    }
  }

  private PageHeader parse(int length) {
    try {
      return Util.readPageHeader(new ByteArrayInputStream(stored, 0, length));
    } catch (IOException e) {
      throw new ParquetDecodingException("not a page header: " + e.getMessage(), e);
    }
  }

  private PageHeader checked(PageHeader header) {
    int storedSize = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    if (storedSize < 0 || storedSize > end - at || size < 0 || size > maxPageBytes) {
      throw new ParquetDecodingException(
          "a page declares %d bytes, %d unpacked, where %d and %d are left"
              .formatted(storedSize, size, end - at, maxPageBytes));
    }
    return header;
  }

  /** Reads the page behind the header into {@link #stored} and moves behind it. */
  private void readBody(PageHeader header) throws IOException {
    int length = header.getCompressed_page_size();
    readStored(length);
    at += length;
    if (header.isSetCrc()) {
      crc.reset();
      crc.update(stored, 0, length);
      if ((int) crc.getValue() != header.getCrc()) {
        throw new ParquetDecodingException(
            "a page's checksum is %08x and should be %08x"
                .formatted((int) crc.getValue(), header.getCrc()));
      }
    }
  }

  private void readStored(int length) throws IOException {
    if (stored.length < length) {
      stored = new byte[length];
    }
    file.read(at, stored, length);
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }

  private static <T> T present(T header) {
    if (header == null) {
      throw new ParquetDecodingException("a page without the header of its kind");
    }
    return header;
  }
}
