package dev.sluice.sink;

import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.Publication;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How curated documents become shards.
 *
 * @param layout of the output
 * @param format of the shards
 * @param maxFileBytes no shard is larger, but for one that holds a single row
 * @param cutBytes a partition is cut when it holds this much: 2 x id + text + 256 a row
 * @param topics where documents come from
 * @param partitions of each topic
 * @param clusterId of the broker
 * @param topicIds of the curated topics, by name
 * @param content the configuration that decides content
 * @param contentHash of it
 * @param version record to keep up to date, with the totals left open
 * @param dataset name of the data set, for the version record's file
 * @param attribution text of ATTRIBUTION.md
 * @param source where oversize texts are read; needed only when there are any
 * @param threads consumers in this process
 * @param instanceId stays the same when this instance restarts
 * @param maxRecordBytes largest record that travels
 * @param fetchBytes that each thread fetches at once; one record may be larger
 * @param retry for writes
 */
public record SinkSettings(
    OutputLayout layout,
    ShardFormat format,
    long maxFileBytes,
    long cutBytes,
    TopicNames topics,
    int partitions,
    String clusterId,
    Map<String, String> topicIds,
    SortedMap<String, String> content,
    String contentHash,
    VersionRecord version,
    String dataset,
    String attribution,
    Optional<Source> source,
    int threads,
    String instanceId,
    int maxRecordBytes,
    int fetchBytes,
    IoRetry retry) {

  /**
   * Where sources are.
   *
   * @param root of the input
   * @param columns of a document
   */
  public record Source(Path root, ColumnMapping columns) {}

  /** How this instance publishes files. */
  Publication publication() {
    return new Publication(layout.temporary(instanceId));
  }

  /** What open writers of one partition may hold before the largest gives up its row group. */
  long partitionBufferBytes() {
    return 2 * format.rowGroupBytes();
  }
}
