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
 * @param layout layout of the output
 * @param format format of the shards
 * @param maxFileBytes maximum size of a shard that has more than one row
 * @param cutBytes weight of documents that causes a cut; a row weighs 2 x id + text + 256
 * @param topics names of the topics
 * @param partitions partitions of each topic
 * @param clusterId id of the broker's cluster
 * @param topicIds ids of the curated topics, by name
 * @param content the configuration that decides the output's content
 * @param contentHash hash of {@code content}
 * @param version version record to keep up to date, without totals
 * @param dataset name of the data set, for the version record
 * @param attribution text of ATTRIBUTION.md
 * @param source where oversize texts are read from; may be empty if there are none
 * @param threads consumers in this process
 * @param instanceId id that stays the same when this instance restarts
 * @param maxRecordBytes maximum size of a record
 * @param fetchBytes limit of a fetch per thread; a single record may be larger
 * @param retry retries of writes
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
   * The source files.
   *
   * @param root root directory of the input
   * @param columns columns of a document
   */
  public record Source(Path root, ColumnMapping columns) {}

  /** Publishes files of this instance. */
  Publication publication() {
    return new Publication(layout.temporary(instanceId));
  }

  /** Limit of the bytes that the open writers of one partition hold in memory. */
  long partitionBufferBytes() {
    return 2 * format.rowGroupBytes();
  }
}
