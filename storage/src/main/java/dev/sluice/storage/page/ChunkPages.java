package dev.sluice.storage.page;

import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import dev.sluice.storage.page.PageCheck.Levels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
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
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Reads the pages of one column chunk in order. Memory: one stored page, one uncompressed page and
 * the dictionary, all in reused buffers. A value is valid until the next page is read.
 *
 * <p>Throws {@link ParquetDecodingException} for broken data and {@link UncheckedIOException} for
 * I/O errors. Not thread-safe.
 */
public final class ChunkPages implements PageReader {
  /** The maximum uncompressed size of a page. */
  public static final int MAX_PAGE_BYTES = 1 << 30;

  /** The memory of a dictionary value as an object, without its bytes. */
  static final int ENTRY_BYTES = 64;

  private final ColumnChunkSpan span;
  private final PageDecompressor decompressor;
  private final ChunkStream stream;
  private final PageBuffers buffers;
  private long valuesRead;
  private long pageBegin;
  private long wanted;

  public ChunkPages(ColumnChunkSpan span, ChunkStream stream, PageDecompressor decompressor) {
    this.span = span;
    this.stream = stream;
    this.buffers = stream.buffers();
    this.decompressor = decompressor;
  }

  @Override
  public long getTotalValueCount() {
    return span.values();
  }

  /**
   * Returns the dictionary. It must be the first page. As Parquet's interface requires, the result
   * is null if the chunk has no dictionary.
   */
  @Override
  public DictionaryPage readDictionaryPage() {
    try {
      long start = stream.position();
      PageHeader header = stream.nextHeader();
      if (header.getType() == PageType.DICTIONARY_PAGE) {
        return dictionary(header);
      }
      stream.returnTo(start);
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Skips all pages that end at or before this value of the chunk. */
  public void passOverUntil(long value) {
    wanted = value;
  }

  /** Returns the index in the chunk of the first value of the current page. */
  public long pageBegin() {
    return pageBegin;
  }

  /** Returns the index in the chunk of the first value after the current page. */
  public long pageEnd() {
    return valuesRead;
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
    throw new ParquetDecodingException(
        "all %d values have already been read".formatted(span.values()));
  }

  /**
   * Returns the next page; empty if the page has no values, or is of a kind that never has values.
   */
  private Optional<DataPage> nextPage() throws IOException {
    PageHeader header = stream.nextHeader();
    return switch (header.getType()) {
      case DATA_PAGE -> version1(header, header.getData_page_header());
      case DATA_PAGE_V2 -> version2(header, header.getData_page_header_v2());
      case INDEX_PAGE -> {
        stream.skipBody(header);
        yield Optional.empty();
      }
      case DICTIONARY_PAGE ->
          throw new ParquetDecodingException("a column chunk has a second dictionary");
    };
  }

  private DictionaryPage dictionary(PageHeader page) throws IOException {
    DictionaryPageHeader header = present(page.getDictionary_page_header());
    stream.readBody(page);
    int size = page.getUncompressed_page_size();
    buffers.beginPage();
    long minBytes = (long) header.getNum_values() * minDictionaryEntry();
    if (header.getNum_values() < 0 || minBytes > size) {
      throw new ParquetDecodingException(
          "a dictionary of %d bytes cannot have the declared %d values"
              .formatted(size, header.getNum_values()));
    }
    byte[] content = buffers.dictionary(size, (long) ENTRY_BYTES * header.getNum_values());
    decompressor.decompress(
        span.codec(), stream.stored(), 0, page.getCompressed_page_size(), content, size);
    if (type() == PrimitiveTypeName.BINARY) {
      PageCheck.dictionary(content, size, header.getNum_values());
    }
    return new DictionaryPage(
        BytesInput.from(content, 0, size), header.getNum_values(), encoding(header.getEncoding()));
  }

  private PrimitiveTypeName type() {
    return span.descriptor().getPrimitiveType().getPrimitiveTypeName();
  }

  private int minDictionaryEntry() {
    return switch (type()) {
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY ->
          Math.max(1, span.descriptor().getPrimitiveType().getTypeLength());
      case BOOLEAN -> 1;
      case INT32, FLOAT, BINARY -> 4;
    };
  }

  private Optional<DataPage> version1(PageHeader page, DataPageHeader declared) throws IOException {
    DataPageHeader header = present(declared);
    int values = count(header.getNum_values());
    int size = page.getUncompressed_page_size();
    if (isPassedOver(page)) {
      return Optional.empty();
    }
    stream.readBody(page);
    if (values == 0) {
      return Optional.empty();
    }
    buffers.beginPage();
    unpack(span.codec(), 0, page.getCompressed_page_size(), size);
    Levels repetition =
        levels(span.descriptor().getMaxRepetitionLevel(), header.getRepetition_level_encoding());
    Levels definition =
        levels(span.descriptor().getMaxDefinitionLevel(), header.getDefinition_level_encoding());
    Encoding encoding = encoding(header.getEncoding());
    PageCheck.version1(buffers, size, values, repetition, definition, encoding);
    return Optional.of(
        new DataPageV1(
            BytesInput.from(buffers.unpacked(), 0, size),
            values,
            size,
            null,
            repetition.encoding(),
            definition.encoding(),
            encoding));
  }

  /** Returns the levels of a page; ignores the header's encoding of levels that do not exist. */
  private static Levels levels(int max, org.apache.parquet.format.Encoding encoding) {
    return new Levels(max, max == 0 ? Encoding.RLE : encoding(encoding));
  }

  private Optional<DataPage> version2(PageHeader page, DataPageHeaderV2 declared)
      throws IOException {
    DataPageHeaderV2 header = present(declared);
    int values = count(header.getNum_values());
    int repetition = header.getRepetition_levels_byte_length();
    int levels = levelBytes(page, header);
    if (isPassedOver(page)) {
      return Optional.empty();
    }
    stream.readBody(page);
    if (values == 0) {
      return Optional.empty();
    }
    int size = page.getUncompressed_page_size() - levels;
    buffers.beginPage();
    buffers.decode(levels);
    byte[] levelCopy = Arrays.copyOf(stream.stored(), levels);
    ColumnDescriptor column = span.descriptor();
    ByteBuffer repetitions = ByteBuffer.wrap(levelCopy, 0, repetition);
    ByteBuffer definitions = ByteBuffer.wrap(levelCopy, repetition, levels - repetition);
    PageCheck.levels(repetitions, values, column.getMaxRepetitionLevel(), buffers::decode);
    PageCheck.levels(definitions, values, column.getMaxDefinitionLevel(), buffers::decode);
    SourceCodec codec = isPacked(page, header) ? span.codec() : SourceCodec.UNCOMPRESSED;
    unpack(codec, levels, page.getCompressed_page_size() - levels, size);
    Encoding encoding = encoding(header.getEncoding());
    PageCheck.values(buffers.unpacked(), size, values, encoding, buffers::decode);
    return Optional.of(
        DataPageV2.uncompressed(
            values,
            Math.max(0, header.getNum_nulls()),
            values,
            BytesInput.from(repetitions),
            BytesInput.from(definitions),
            encoding,
            BytesInput.from(buffers.unpacked(), 0, size),
            null));
  }

  /**
   * Returns whether a page is compressed. Some writers mark compressed pages as uncompressed; then
   * the two sizes of the page usually differ.
   */
  private boolean isPacked(PageHeader page, DataPageHeaderV2 header) {
    boolean marked = !header.isSetIs_compressed() || header.isIs_compressed();
    return marked
        || span.alwaysPacked()
        || page.getCompressed_page_size() != page.getUncompressed_page_size();
  }

  /**
   * Returns the size of both kinds of levels, which are not compressed. A flat column may have
   * repetition levels, too; these are ignored.
   */
  private int levelBytes(PageHeader page, DataPageHeaderV2 header) {
    int repetition = header.getRepetition_levels_byte_length();
    int definition = header.getDefinition_levels_byte_length();
    int most = Math.min(page.getCompressed_page_size(), page.getUncompressed_page_size());
    boolean fits = repetition >= 0 && definition >= 0 && (long) repetition + definition <= most;
    if (!fits) {
      throw new ParquetDecodingException(
          "levels of %d and %d bytes do not fit into a page of %d bytes"
              .formatted(repetition, definition, most));
    }
    return repetition + definition;
  }

  private int count(int values) {
    if (values < 0 || values > span.values() - valuesRead) {
      throw new ParquetDecodingException(
          "a page declares %d values, but only %d of %d are left"
              .formatted(values, span.values() - valuesRead, span.values()));
    }
    pageBegin = valuesRead;
    valuesRead += values;
    return values;
  }

  private boolean isPassedOver(PageHeader page) {
    boolean over = valuesRead <= wanted && wanted > 0;
    if (over) {
      stream.skipBody(page);
    }
    return over;
  }

  /**
   * Decompresses the values of a page. An all-null page has no value bytes, and some writers leave
   * it uncompressed, so decompression is skipped.
   */
  private void unpack(SourceCodec codec, int from, int length, int size) {
    byte[] unpacked = buffers.unpacked(size);
    if (length > 0 || size > 0) {
      decompressor.decompress(codec, stream.stored(), from, length, unpacked, size);
    }
    buffers.holdPage(from, length, size);
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }

  /** Checks that a header has the part that belongs to the kind of page it declares. */
  static <T> T present(T header) {
    if (header == null) {
      throw new ParquetDecodingException("a page lacks the header for its type");
    }
    return header;
  }
}
