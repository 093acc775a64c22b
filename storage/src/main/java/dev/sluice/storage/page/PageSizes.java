package dev.sluice.storage.page;

import java.io.IOException;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.io.ParquetDecodingException;

/** The page sizes of a column chunk, from its page headers. */
public final class PageSizes {
  private final ColumnChunkSpan span;
  private final ChunkStream stream;
  private long all;

  public PageSizes(ColumnChunkSpan span, ChunkStream stream) {
    this.span = span;
    this.stream = stream;
  }

  /** The end of the last page; reads all headers. */
  public long end() throws IOException {
    heapBytes();
    return stream.position();
  }

  /** Uncompressed size of all pages. */
  long unpackedBytes() throws IOException {
    heapBytes();
    return all;
  }

  /**
   * Maximum memory for reading the chunk: its largest page, stored and uncompressed, and its
   * dictionary.
   */
  public long heapBytes() throws IOException {
    long stored = 0;
    long unpacked = 0;
    long dictionary = 0;
    long values = 0;
    while (values < span.values()) {
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
      throw new ParquetDecodingException("a page declares %d values".formatted(values));
    }
    return values;
  }
}
