package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.ThriftStruct;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Writes some row groups of a file to a new file, byte for byte and without decompressing. Column
 * indexes, offset indexes and Bloom filters are copied, too; the footer is the same except for
 * offsets. Dropped are Bloom filters of unknown length, which old writers produce and which only
 * save work, and footer entries that start with {@value #OWN}, because they describe a whole file.
 * Immutable and thread-safe.
 */
public final class TableCopy {
  private static final String OWN = "sluice.";
  private static final int FRAME_BYTES = 12;

  /**
   * Numbers in the footer, such as ordinals of row groups, may be a byte longer in another file.
   */
  private static final int SLACK_BYTES = 64;

  private final TableFile file;
  private final long baseBytes;
  private final long[] groupBytes;

  /**
   * Copies from a file.
   *
   * @throws SourceFormatException if its footer cannot be written again
   */
  public TableCopy(TableFile file) throws SourceFormatException {
    this.file = requireNonNull(file, "file");
    try {
      this.baseBytes = FRAME_BYTES + SLACK_BYTES + footer(List.of()).length;
      this.groupBytes =
          groups().stream()
              .mapToLong(group -> dataBytes(group) + extraBytes(group) + SLACK_BYTES)
              .toArray();
    } catch (ParquetDecodingException e) {
      throw new SourceFormatException(
          file.file(), "its footer cannot be written again: " + e.getMessage(), e);
    }
  }

  private List<RowGroup> groups() {
    return file.footer().data().getRow_groups();
  }

  private static long dataBytes(RowGroup group) {
    return group.getColumns().stream()
        .mapToLong(chunk -> chunk.getMeta_data().getTotal_compressed_size())
        .sum();
  }

  private static long extraBytes(RowGroup group) {
    long bytes = ThriftStruct.bytes(group).length;
    for (ColumnChunk chunk : group.getColumns()) {
      bytes += chunk.getColumn_index_length() + chunk.getOffset_index_length();
      bytes += chunk.getMeta_data().getBloom_filter_length();
    }
    return bytes;
  }

  /** The footer entries that are copied, in key order. */
  public Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    entries()
        .forEach(entry -> labels.put(entry.getKey(), entry.isSetValue() ? entry.getValue() : ""));
    return labels;
  }

  private List<KeyValue> entries() {
    FileMetaData data = file.footer().data();
    return data.isSetKey_value_metadata()
        ? data.getKey_value_metadata().stream()
            .filter(entry -> !entry.getKey().startsWith(OWN))
            .toList()
        : List.of();
  }

  /** Maximum size of a file without row groups. */
  public long baseBytes() {
    return baseBytes;
  }

  /** The maximum that a row group adds to a file. */
  public long bytes(int group) {
    return groupBytes[group];
  }

  /** Size of a row group's pages as stored. */
  public long dataBytes(int group) {
    return dataBytes(groups().get(group));
  }

  /**
   * Writes a file and flushes it to disk; leaves nothing if that fails.
   *
   * @param from index of the first row group
   * @param to index after the last
   * @param target must not exist
   * @param copied receives the number of bytes copied since its last call; an exception from it
   *     ends the copy
   * @throws SourceFormatException if the pages are not where the footer says
   * @throws IOException if a file cannot be read or written, or if the source has changed
   */
  public void write(int from, int to, Path target, LongConsumer copied) throws IOException {
    ShardStream out = ShardStream.unhashed(target);
    try (SourceFile source = file.openUnchanged()) {
      CopiedGroups copying = new CopiedGroups(file, source, out, copied);
      List<RowGroup> moved = new ArrayList<>();
      for (int group = from; group < to; group++) {
        file.plan(source, group);
        moved.add(copying.copy(group, moved.size()));
      }
      copying.copyIndexes(moved);
      byte[] footer = footer(moved);
      out.write(footer);
      out.write(copying.end(footer.length));
      out.sync();
    } catch (IOException | RuntimeException e) {
      discard(out, e);
      throw e;
    }
  }

  private static void discard(ShardStream out, Exception problem) {
    try {
      out.delete();
    } catch (IOException | UncheckedIOException e) {
      problem.addSuppressed(e);
    }
  }

  private byte[] footer(List<RowGroup> moved) {
    FileMetaData data = file.footer().data();
    FileMetaData footer = new FileMetaData(data.getVersion(), data.getSchema(), 0, moved);
    footer.setNum_rows(moved.stream().mapToLong(RowGroup::getNum_rows).sum());
    if (data.isSetCreated_by()) {
      footer.setCreated_by(data.getCreated_by());
    }
    if (data.isSetColumn_orders()) {
      footer.setColumn_orders(data.getColumn_orders());
    }
    if (!entries().isEmpty()) {
      footer.setKey_value_metadata(entries());
    }
    return ThriftStruct.bytes(footer);
  }
}
