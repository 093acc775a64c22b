package dev.sluice.storage.page;

import java.io.IOException;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.io.ParquetDecodingException;

/** The sizes of a column chunk's pages, by their headers alone. */
public final class PageSizes {
  private final ColumnChunkSpan span;
  private final ChunkStream stream;
  private long all;

  public PageSizes(ColumnChunkSpan span, ChunkStream stream) {
    this.span = span;
    this.stream = stream;
  }

  /** Where the last page ends; all headers have been read then. */
  public long end() throws IOException {
    heapBytes();
    return stream.position();
  }

  /** What all pages unpack to, in bytes. */
  long unpackedBytes() throws IOException {
    heapBytes();
    return all;
  }

  /**
   * What reading the chunk holds at most: its largest page, stored and unpacked, its dictionary.
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
      throw new ParquetDecodingException("a page of %d values".formatted(values));
    }
    return values;
  }
}
