package dev.sluice.storage.table;

import dev.sluice.storage.page.ThriftStruct;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.Version;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * The part of a file after its row groups. It has the column indexes, the offset indexes and the
 * footer, assembled from those of each row group. The bytes are the same as those that Parquet's
 * writer produces at once, but writing can be resumed. Not thread-safe.
 *
 * <p>Memory: a few hundred bytes for each column of a row group and for each of its pages.
 */
final class TableTail {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TRAILER_BYTES = 8;

  private final List<Block> blocks = new ArrayList<>();
  private long rows;

  /** A row group of the footer, with the indexes of its columns. */
  private record Block(RowGroup group, byte[] columnIndexes, byte[] offsetIndexes) {}

  /** Returns the number of rows in all row groups. */
  long rows() {
    return rows;
  }

  int rowGroups() {
    return blocks.size();
  }

  /**
   * Appends the row groups of a tail.
   *
   * @throws org.apache.parquet.io.ParquetDecodingException if the bytes are not a tail
   */
  void add(byte[] tail) {
    int footerBytes =
        ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt(tail.length - TRAILER_BYTES);
    int footer = tail.length - TRAILER_BYTES - footerBytes;
    FileMetaData data = new FileMetaData();
    ThriftStruct.parse(data, Arrays.copyOfRange(tail, footer, tail.length), footerBytes);
    int columnIndex = 0;
    int offsetIndex = data.getRow_groups().stream().mapToInt(TableTail::columnIndexBytes).sum();
    for (RowGroup group : data.getRow_groups()) {
      int columnIndexEnd = columnIndex + columnIndexBytes(group);
      int offsetIndexEnd = offsetIndex + offsetIndexBytes(group);
      add(
          new Block(
              group,
              Arrays.copyOfRange(tail, columnIndex, columnIndexEnd),
              Arrays.copyOfRange(tail, offsetIndex, offsetIndexEnd)));
      columnIndex = columnIndexEnd;
      offsetIndex = offsetIndexEnd;
    }
  }

  private void add(Block block) {
    block.group().setOrdinal((short) blocks.size());
    blocks.add(block);
    rows += block.group().getNum_rows();
  }

  private static int columnIndexBytes(RowGroup group) {
    return group.getColumns().stream().mapToInt(ColumnChunk::getColumn_index_length).sum();
  }

  private static int offsetIndexBytes(RowGroup group) {
    return group.getColumns().stream().mapToInt(ColumnChunk::getOffset_index_length).sum();
  }

  /**
   * Returns the complete tail.
   *
   * @param position the tail's offset in the file
   * @param labels footer entries
   */
  byte[] bytes(MessageType schema, Map<String, String> labels, long position) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Block block : blocks) {
      placeColumnIndexes(block.group(), position + out.size());
      out.write(block.columnIndexes());
    }
    for (Block block : blocks) {
      placeOffsetIndexes(block.group(), position + out.size());
      out.write(block.offsetIndexes());
    }
    int footer = out.size();
    Util.writeFileMetaData(footer(schema, labels), out);
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.write(length.putInt(out.size() - footer).array());
    out.write(MAGIC);
    return out.toByteArray();
  }

  private static void placeColumnIndexes(RowGroup group, long position) {
    long at = position;
    for (ColumnChunk chunk : group.getColumns()) {
      if (chunk.isSetColumn_index_length()) {
        chunk.setColumn_index_offset(at);
        at += chunk.getColumn_index_length();
      }
    }
  }

  private static void placeOffsetIndexes(RowGroup group, long position) {
    long at = position;
    for (ColumnChunk chunk : group.getColumns()) {
      if (chunk.isSetOffset_index_length()) {
        chunk.setOffset_index_offset(at);
        at += chunk.getOffset_index_length();
      }
    }
  }

  private FileMetaData footer(MessageType schema, Map<String, String> labels) {
    ParquetMetadata empty =
        new ParquetMetadata(
            new org.apache.parquet.hadoop.metadata.FileMetaData(
                schema, labels, Version.FULL_VERSION),
            List.of());
    FileMetaData footer = new ParquetMetadataConverter().toParquetMetadata(1, empty);
    footer.setNum_rows(rows);
    footer.setRow_groups(blocks.stream().map(Block::group).toList());
    return footer;
  }
}
