package dev.sluice.storage.page;

import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;

/**
 * Rejects a truncated file: if bytes are missing, something that the footer mentions would have to
 * be where the footer is. Checks all columns, because bytes may be missing from the last page of an
 * unmapped one.
 */
public final class FileExtent {
  private FileExtent() {}

  /**
   * @throws SourceFormatException if anything extends into the footer
   */
  public static void check(SourceFooter footer) throws SourceFormatException {
    int number = 0;
    for (RowGroup group : footer.data().getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        check(footer, number, chunk);
      }
      number++;
    }
  }

  private static void check(SourceFooter footer, int number, ColumnChunk chunk)
      throws SourceFormatException {
    if (chunk.isSetFile_path()) {
      return;
    }
    if (chunk.isSetMeta_data()) {
      ColumnMetaData data = chunk.getMeta_data();
      long begin = ChunkOffsets.offset(data);
      require(footer, number, "a column", begin, data.getTotal_compressed_size());
      if (data.isSetBloom_filter_length()) {
        long at = data.getBloom_filter_offset();
        require(footer, number, "a Bloom filter", at, data.getBloom_filter_length());
      }
    }
    if (chunk.isSetColumn_index_length()) {
      long at = chunk.getColumn_index_offset();
      require(footer, number, "a column index", at, chunk.getColumn_index_length());
    }
    if (chunk.isSetOffset_index_length()) {
      long at = chunk.getOffset_index_offset();
      require(footer, number, "an offset index", at, chunk.getOffset_index_length());
    }
  }

  private static void require(SourceFooter footer, int number, String what, long at, long length)
      throws SourceFormatException {
    if (at < 0 || length < 0 || at > footer.position() || length > footer.position() - at) {
      throw new SourceFormatException(
          footer.file(),
          "row group %d declares %s of %d bytes at %d, the file has %d before its footer: bytes are missing"
              .formatted(number, what, length, at, footer.position()));
    }
  }
}
