package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Merges shards into one. Its rows have the order of the merged shards, and its bytes are those
 * that the sink would have written for these rows. Holds one row group and some pages of a second
 * one in memory.
 */
final class ShardMerge {
  private final ShardOutput output;
  private final ColumnMapping columns;
  private final boolean hasText;
  private long rows;
  private long textBytes;

  ShardMerge(ShardOutput output) {
    this.output = output;
    List<String> written = output.format().columns();
    this.hasText = written.contains("text");
    this.columns = ColumnMapping.ofShard(written, output.format().carried());
  }

  /**
   * Merges shards into a temporary file.
   *
   * @param compaction number of the compaction
   * @throws IOException if a shard cannot be read, or differs from its cut record
   */
  FinishedShard write(CompactionPlan.Merge merge, long compaction)
      throws IOException, InterruptedException {
    CutFile first = merge.first();
    ShardWriter writer =
        new ShardWriter(
            output.format(),
            output.publication().temporaryName(first.bucket() + "-" + first.dump()));
    boolean done = false;
    try {
      long allTextBytes = 0;
      for (ListedShard shard : merge.shards()) {
        copy(shard.file(), writer);
        allTextBytes += shard.file().textBytes();
      }
      ShardFile file = writer.close(footer(merge));
      done = true;
      String path =
          output
              .layout()
              .mergedShard(
                  first.bucket(), first.dump(), first.rank(), merge.lastRank(), compaction);
      return FinishedShard.of(file, path, first.bucket(), first.dump(), allTextBytes);
    } finally {
      if (!done) {
        writer.discard();
      }
    }
  }

  /** Copies a shard. Verifies hash, rows and text size, because the shard is deleted afterwards. */
  private void copy(CutFile shard, ShardWriter writer) throws IOException, InterruptedException {
    Path file = output.layout().root().resolve(shard.path());
    require(file, "SHA-256", shard.sha256(), Publication.sha256(file));
    ParquetSource source = ParquetSource.open(file, columns, FieldRules.OF_SHARDS);
    rows = 0;
    textBytes = 0;
    for (int group = 0; group < source.rowGroups(); group++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      source.read(group, row -> copy(row, writer));
    }
    require(file, "rows", shard.rows(), rows);
    if (hasText) {
      require(file, "bytes of text", shard.textBytes(), textBytes);
    }
  }

  private void copy(SourceRow row, ShardWriter writer) throws IOException {
    writer.write(
        new ShardRow(
            row.id(),
            row.textBytes(),
            row.textOffset(),
            row.textLength(),
            row.score(),
            row.dump(),
            row.columns()));
    rows++;
    textBytes += row.textLength();
  }

  private static void require(Path file, String what, Object cut, Object there) throws IOException {
    if (!cut.equals(there)) {
      throw new IOException(
          "%s is not what was published (%s: %s, published: %s), so it was not merged. Restore the file from a copy, or forget its unit with `sluice reset`"
              .formatted(file, what, there, cut));
    }
  }

  private SortedMap<String, String> footer(CompactionPlan.Merge merge) {
    SortedMap<String, String> footer = new TreeMap<>();
    footer.put("sluice.format", RollingShardWriter.FORMAT);
    footer.put("sluice.bucket", merge.first().bucket());
    footer.put("sluice.dump", merge.first().dump());
    footer.put("sluice.first-rank", Long.toString(merge.first().rank()));
    footer.put("sluice.last-rank", Long.toString(merge.lastRank()));
    footer.put("sluice.content", output.contentHash());
    return footer;
  }
}
