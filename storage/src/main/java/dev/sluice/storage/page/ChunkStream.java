package dev.sluice.storage.page;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Reads through the bytes of a column chunk. A page header comes first, then the page as stored.
 * Declared sizes are compared with the available bytes before anything is allocated. Not
 * thread-safe.
 */
public final class ChunkStream {
  /** Old writers omitted up to this many bytes, a dictionary's header, from a chunk's length. */
  private static final int FORGOTTEN_BYTES = 100;

  private static final int HEADER_BYTES = 256;
  private static final int HEADER_GROWTH = 16;
  private static final int MAX_HEADER_BYTES = 1 << 20;

  /** The size to which any page may expand. */
  private static final int UNQUESTIONED_BYTES = 256 << 20;

  /** The maximum expansion factor of pages above that size; texts and numbers stay far below it. */
  private static final int MAX_PACKING = 1000;

  private final SourceFile file;
  private final ColumnChunkSpan span;
  private final long end;
  private final long maxPageBytes;
  private final CRC32 crc = new CRC32();
  private final PageBuffers buffers;
  private long at;

  /**
   * @param pagesEnd the offset that pages cannot exceed: that of the footer
   * @param buffers buffers that nobody else uses meanwhile
   */
  public ChunkStream(SourceFile file, ColumnChunkSpan span, long pagesEnd, PageBuffers buffers) {
    this.file = file;
    this.span = span;
    this.buffers = buffers;
    buffers.beginChunk(span);
    this.at = span.offset();
    this.end = end(span, pagesEnd);
    plan(file, span, pagesEnd);
    this.maxPageBytes =
        span.isUnpackedSizeMissing()
            ? ChunkPages.MAX_PAGE_BYTES
            : Math.min(ChunkPages.MAX_PAGE_BYTES, span.uncompressedBytes() + FORGOTTEN_BYTES);
  }

  /** Announces that a chunk will be read. Call this for all chunks before the first is read. */
  public static void plan(SourceFile file, ColumnChunkSpan span, long pagesEnd) {
    file.plan(span.offset(), Math.max(0, end(span, pagesEnd) - span.offset()));
  }

  private static long end(ColumnChunkSpan span, long pagesEnd) {
    return Math.min(pagesEnd, span.offset() + span.compressedBytes() + FORGOTTEN_BYTES);
  }

  /** Returns the offset of the next header or page in the file. */
  public long position() {
    return at;
  }

  /** Returns to an earlier position. */
  void returnTo(long position) {
    at = position;
  }

  PageBuffers buffers() {
    return buffers;
  }

  /** Reads the header at the current position and advances past it. */
  public PageHeader nextHeader() throws IOException {
    int most = (int) Math.min(MAX_HEADER_BYTES, end - at);
    PageHeader header = new PageHeader();
    at += parseGrowing(header, Math.min(HEADER_BYTES, most), most);
    return checked(header);
  }

  /**
   * Parses a header and reads more bytes until it is complete, because a header with statistics can
   * be long.
   */
  private int parseGrowing(PageHeader header, int length, int most) throws IOException {
    if (length == most) {
      return parse(header, length);
    }
    try {
      return parse(header, length);
    } catch (ParquetDecodingException e) {
      header.clear();
      return parseGrowing(header, Math.min(HEADER_GROWTH * length, most), most);
    }
  }

  private int parse(PageHeader header, int length) throws IOException {
    read(length);
    try {
      return ThriftStruct.parse(header, buffers.stored(), length);
    } catch (ParquetDecodingException e) {
      throw new ParquetDecodingException(
          "no valid page header at offset %d: %s".formatted(at, e.getMessage()), e);
    }
  }

  private PageHeader checked(PageHeader header) {
    int storedSize = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    if (storedSize < 0 || storedSize > end - at || size < 0 || size > maxPageBytes) {
      throw new ParquetDecodingException(
          "a page declares %d bytes (%d uncompressed), but at most %d (%d uncompressed) are possible"
              .formatted(storedSize, size, end - at, maxPageBytes));
    }
    if (size > UNQUESTIONED_BYTES && size / MAX_PACKING > storedSize) {
      throw new ParquetDecodingException(
          "column %s: a page of %,d bytes expands to %,d bytes; a page that expands to more than %,d bytes must not expand more than %,d times"
              .formatted(span.path(), storedSize, size, UNQUESTIONED_BYTES, MAX_PACKING));
    }
    return header;
  }

  /** Reads the page of the current header and advances past it. */
  void readBody(PageHeader header) throws IOException {
    int length = header.getCompressed_page_size();
    read(length);
    at += length;
    if (header.isSetCrc()) {
      crc.reset();
      crc.update(buffers.stored(), 0, length);
      if ((int) crc.getValue() != header.getCrc()) {
        throw new ParquetDecodingException(
            "a page has the checksum %08x instead of %08x"
                .formatted((int) crc.getValue(), header.getCrc()));
      }
    }
  }

  /** Advances past the page of the current header. */
  public void skipBody(PageHeader header) {
    at += header.getCompressed_page_size();
  }

  /**
   * Returns the bytes read last. They are at the start of an array that the next read overwrites.
   */
  byte[] stored() {
    return buffers.stored();
  }

  private void read(int length) throws IOException {
    file.read(at, buffers.stored(length), length);
  }

  /** The page sizes of a column chunk, taken from its page headers. */
  public static final class PageSizes {
    private final ChunkStream stream;
    private long all;

    /** Creates sizes of a chunk whose pages have not been read. */
    public PageSizes(ChunkStream stream) {
      this.stream = stream;
    }

    /** Returns the uncompressed size of all pages. */
    long unpackedBytes() throws IOException {
      heapBytes();
      return all;
    }

    /**
     * Returns the maximum memory for reading the chunk. It is that of the largest page, stored and
     * uncompressed, and of the dictionary.
     */
    public long heapBytes() throws IOException {
      long stored = 0;
      long unpacked = 0;
      long dictionary = 0;
      long values = 0;
      while (values < stream.span.values()) {
        PageHeader page = stream.nextHeader();
        all += page.getUncompressed_page_size();
        stored = Math.max(stored, page.getCompressed_page_size());
        if (page.getType() == PageType.DICTIONARY_PAGE) {
          long entries = ChunkPages.present(page.getDictionary_page_header()).getNum_values();
          dictionary += page.getUncompressed_page_size() + ChunkPages.ENTRY_BYTES * entries;
        } else {
          unpacked = Math.max(unpacked, page.getUncompressed_page_size());
          values += values(page);
        }
        stream.skipBody(page);
      }
      return stored + unpacked + dictionary;
    }

    private static long values(PageHeader page) {
      int values =
          switch (page.getType()) {
            case DATA_PAGE -> ChunkPages.present(page.getData_page_header()).getNum_values();
            case DATA_PAGE_V2 -> ChunkPages.present(page.getData_page_header_v2()).getNum_values();
            case INDEX_PAGE, DICTIONARY_PAGE -> 0;
          };
      if (values < 0) {
        throw new ParquetDecodingException(
            "a page declares a negative number of values: %d".formatted(values));
      }
      return values;
    }
  }
}
