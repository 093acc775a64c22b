package dev.sluice.storage.table;

import dev.sluice.storage.page.ChunkOffsets;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageSizes;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.ThriftStruct;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.io.ParquetDecodingException;

/** Copies row groups into another file and rewrites their footer entries. Not thread-safe. */
final class CopiedGroups {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TRAILER_BYTES = 8;
  private static final int BUFFER_BYTES = 1 << 20;

  private final TableFile file;
  private final SourceFile source;
  private final ShardStream out;
  private final LongConsumer copied;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  /**
   * The distance by which the pages of each column moved, column by column, row group by row group.
   */
  private final List<Long> moves = new ArrayList<>();

  /** Starts the file. */
  CopiedGroups(TableFile file, SourceFile source, ShardStream out, LongConsumer copied)
      throws IOException {
    this.file = file;
    this.source = source;
    this.out = out;
    this.copied = copied;
    out.write(MAGIC);
  }

  /** Copies the pages of the next row group. Its entry still has the old offsets of the indexes. */
  RowGroup copy(int number, int ordinal) throws IOException {
    RowGroup group = file.footer().data().getRow_groups().get(number).deepCopy();
    long begin = out.getPos();
    for (int leaf = 0; leaf < group.getColumnsSize(); leaf++) {
      ColumnChunk chunk = group.getColumns().get(leaf);
      long from = ChunkOffsets.offset(chunk.getMeta_data());
      long by = out.getPos() - from;
      copy(from, pagesEnd(number, leaf) - from);
      move(chunk, by);
      moves.add(by);
    }
    if (group.isSetFile_offset()) {
      group.setFile_offset(begin);
    }
    if (group.isSetOrdinal()) {
      group.setOrdinal((short) ordinal);
    }
    return group;
  }

  /**
   * The end of the last page, from page headers, because old writers omit some bytes in the footer.
   */
  private long pagesEnd(int number, int leaf) throws IOException {
    ColumnChunkSpan span = file.group(number).spans().get(leaf);
    try {
      ChunkStream pages = new ChunkStream(source, span, file.pagesEnd(), new PageBuffers());
      return Math.max(span.offset() + span.compressedBytes(), new PageSizes(span, pages).end());
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file.file(), "row group " + number, e);
    }
  }

  private static void move(ColumnChunk chunk, long by) {
    ColumnMetaData data = chunk.getMeta_data();
    data.setData_page_offset(data.getData_page_offset() + by);
    if (data.isSetDictionary_page_offset() && data.getDictionary_page_offset() > 0) {
      data.setDictionary_page_offset(data.getDictionary_page_offset() + by);
    }
    if (data.isSetIndex_page_offset()) {
      data.setIndex_page_offset(data.getIndex_page_offset() + by);
    }
    if (chunk.getFile_offset() > 0) {
      chunk.setFile_offset(ChunkOffsets.offset(data));
    }
  }

  /** Copies the indexes of the copied row groups, in the order of Parquet's writer. */
  void copyIndexes(List<RowGroup> moved) throws IOException {
    for (RowGroup group : moved) {
      for (ColumnChunk chunk : group.getColumns()) {
        if (chunk.isSetColumn_index_length() && chunk.isSetColumn_index_offset()) {
          long from = chunk.getColumn_index_offset();
          chunk.setColumn_index_offset(out.getPos());
          copy(from, chunk.getColumn_index_length());
        }
      }
    }
    Iterator<Long> by = moves.iterator();
    for (RowGroup group : moved) {
      for (ColumnChunk chunk : group.getColumns()) {
        copyOffsetIndex(chunk, by.next());
      }
    }
    for (RowGroup group : moved) {
      for (ColumnChunk chunk : group.getColumns()) {
        copyFilter(chunk.getMeta_data());
      }
    }
  }

  /** Rewrites an offset index, whose offsets are relative to the file; it may become shorter. */
  private void copyOffsetIndex(ColumnChunk chunk, long by) throws IOException {
    if (!chunk.isSetOffset_index_length() || !chunk.isSetOffset_index_offset()) {
      return;
    }
    byte[] bytes = new byte[chunk.getOffset_index_length()];
    source.read(chunk.getOffset_index_offset(), bytes, bytes.length);
    OffsetIndex index = new OffsetIndex();
    try {
      ThriftStruct.parse(index, bytes, bytes.length);
    } catch (ParquetDecodingException e) {
      throw SourceFormatException.of(file.file(), "an offset index", e);
    }
    for (PageLocation page : index.getPage_locations()) {
      page.setOffset(page.getOffset() + by);
    }
    byte[] moved = ThriftStruct.bytes(index);
    chunk.setOffset_index_offset(out.getPos());
    chunk.setOffset_index_length(moved.length);
    out.write(moved);
  }

  private void copyFilter(ColumnMetaData data) throws IOException {
    if (!data.isSetBloom_filter_offset()) {
      return;
    }
    if (!data.isSetBloom_filter_length()) {
      data.unsetBloom_filter_offset();
      return;
    }
    long from = data.getBloom_filter_offset();
    data.setBloom_filter_offset(out.getPos());
    copy(from, data.getBloom_filter_length());
  }

  private void copy(long from, long length) throws IOException {
    long done = 0;
    while (done < length) {
      int step = (int) Math.min(BUFFER_BYTES, length - done);
      source.read(from + done, buffer, step);
      out.write(buffer, 0, step);
      done += step;
      copied.accept(step);
    }
  }

  /** The bytes after a footer. */
  byte[] end(int footerBytes) {
    ByteBuffer end = ByteBuffer.allocate(TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return end.putInt(footerBytes).put(MAGIC).array();
  }
}
