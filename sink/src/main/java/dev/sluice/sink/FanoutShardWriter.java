package dev.sluice.sink;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes the documents of one partition. Each dump has its own shard writer.
 *
 * <pre>
 * row of dump A --> writer A  [=======   ]
 * row of dump B --> writer B  [==========]  <- largest: writes a row group when
 * row of dump C --> writer C  [==        ]     A + B + C exceed the partition's buffer
 * </pre>
 *
 * <p>All writers together hold at most {@code partitionBufferBytes}, however many dumps there are.
 * Which writer gives up its row group early depends only on the rows of this partition, so the same
 * rows produce the same bytes. Not thread-safe.
 */
final class FanoutShardWriter {
  private final SinkSettings settings;
  private final String bucket;
  private final int partition;
  private final SortedMap<String, Long> sequences;
  private final NamedRows named;
  private final SortedMap<String, RollingShardWriter> writers = new TreeMap<>();
  private final List<FinishedShard> unpublished = new ArrayList<>();
  private final SortedMap<String, Long> written = new TreeMap<>();
  private long bufferedBytes;

  /**
   * @param sequences next sequence number of a shard, by dump
   * @param named the rows that are in no published shard
   */
  FanoutShardWriter(
      SinkSettings settings,
      String bucket,
      int partition,
      SortedMap<String, Long> sequences,
      NamedRows named) {
    this.settings = settings;
    this.bucket = bucket;
    this.partition = partition;
    this.sequences = new TreeMap<>(sequences);
    this.named = named;
  }

  /**
   * Adds a row.
   *
   * @return whether a take-down names the row, so that no published shard will have it
   */
  boolean write(String dump, ShardRow row, long ordinal) throws IOException {
    RollingShardWriter writer =
        writers.computeIfAbsent(
            settings.layout().byDump() ? dump : "",
            directory ->
                new RollingShardWriter(
                    settings,
                    bucket,
                    directory,
                    partition,
                    sequences.getOrDefault(directory, 0L),
                    named));
    long before = writer.bufferedBytes();
    boolean isNamed = named.names(row);
    writer.write(row, ordinal, isNamed);
    bufferedBytes += writer.bufferedBytes() - before;
    if (bufferedBytes > settings.output().partitionBufferBytes()) {
      flushLargest();
    }
    return isNamed;
  }

  private void flushLargest() throws IOException {
    RollingShardWriter largest =
        writers.values().stream()
            .max(Comparator.comparingLong(RollingShardWriter::bufferedBytes))
            .orElseThrow();
    long before = largest.bufferedBytes();
    largest.flushRowGroup();
    bufferedBytes += largest.bufferedBytes() - before;
  }

  /** Returns the memory that the open writers use, in bytes. */
  long bufferedBytes() {
    return bufferedBytes;
  }

  /**
   * Completes all open shards.
   *
   * @return the shards since the previous call, by dump and then in order. Those returned by the
   *     previous call must have been published
   */
  List<FinishedShard> finish() throws IOException {
    unpublished.clear();
    written.clear();
    for (Map.Entry<String, RollingShardWriter> entry : writers.entrySet()) {
      unpublished.addAll(entry.getValue().finish());
      written.put(entry.getKey(), entry.getValue().sequence());
    }
    sequences.putAll(written);
    writers.clear();
    bufferedBytes = 0;
    return List.copyOf(unpublished);
  }

  /**
   * Returns the next sequence numbers of the dumps whose shards the last {@link #finish} completed.
   * A shard without a row has used up its number.
   */
  SortedMap<String, Long> sequences() {
    return written;
  }

  /** Deletes all unpublished files. Never fails. */
  void discard() {
    writers.values().forEach(RollingShardWriter::discard);
    writers.clear();
    unpublished.forEach(FinishedShard::discard);
    unpublished.clear();
  }
}
