package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads shards row by row, to write their rows again. Checks that each shard is what was published,
 * because it is deleted afterwards. Holds some pages in memory. Not thread-safe.
 */
final class ShardCopy {
  private final ColumnMapping columns;
  private final boolean hasText;
  private final String purpose;
  private long rows;
  private long textBytes;

  /** Takes a row. The row is valid only during the call. */
  @FunctionalInterface
  interface RowTaker {
    void take(ShardRow row) throws IOException;
  }

  /**
   * @param purpose the participle for the message that a shard was not, such as {@code merged}
   */
  ShardCopy(ShardFormat format, String purpose) {
    List<String> written = format.columns();
    this.hasText = written.contains("text");
    this.columns = ColumnMapping.ofShard(written, format.carried());
    this.purpose = purpose;
  }

  /**
   * Reads all rows of a shard.
   *
   * @param shard the shard as its record has it
   * @param file where the shard is
   * @throws IOException if it cannot be read, or if its hash, number of rows or amount of text
   *     differs from the record
   */
  void read(CutFile shard, Path file, RowTaker taker) throws IOException, InterruptedException {
    read(shard, file, ColumnBuffers.ofHeap(), taker);
  }

  /** Does the same with these buffers, which hold the pages of the row that is taken. */
  void read(CutFile shard, Path file, ColumnBuffers buffers, RowTaker taker)
      throws IOException, InterruptedException {
    require(file, "SHA-256", shard.sha256(), Publication.sha256(file));
    rows = 0;
    textBytes = 0;
    ParquetSource.open(file, columns, FieldRules.OF_SHARDS)
        .read(
            buffers,
            row -> {
              taker.take(row(row));
              rows++;
              textBytes += row.textLength();
            });
    require(file, "rows", shard.rows(), rows);
    if (hasText) {
      require(file, "bytes of text", shard.textBytes(), textBytes);
    }
  }

  /** Returns a row of a shard as it is written. It is valid only as long as the row is. */
  static ShardRow row(SourceRow row) throws IOException {
    return new ShardRow(
        row.id(),
        row.textBytes(),
        row.textOffset(),
        row.textLength(),
        row.score(),
        row.dump(),
        row.columns());
  }

  private void require(Path file, String what, Object cut, Object there) throws IOException {
    if (!cut.equals(there)) {
      throw new IOException(
          "%s is not what was published (%s: %s, published: %s), so it was not %s. Restore the file from a copy, or forget its unit with `sluice reset`"
              .formatted(file, what, there, cut, purpose));
    }
  }
}
