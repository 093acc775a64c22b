package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.Manifests.ListedShard;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Merges shards into one. Its rows have the order of the merged shards, and its bytes are those
 * that the sink would have written for these rows. Holds one row group and some pages of a second
 * one in memory.
 */
final class ShardMerge {
  private final ShardOutput output;
  private final ShardCopy copy;

  ShardMerge(ShardOutput output) {
    this.output = output;
    this.copy = new ShardCopy(output.format(), "merged");
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
        Path file = output.layout().root().resolve(shard.file().path());
        copy.read(shard.file(), file, writer::write);
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
