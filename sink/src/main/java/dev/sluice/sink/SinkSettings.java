package dev.sluice.sink;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * The settings of a sink.
 *
 * @param topics the topics that documents come from
 * @param output format of the shards and place of publication
 * @param dataset the files that describe the data set
 * @param cutBytes weight of documents that causes a cut; a row weighs twice the size of its id,
 *     plus the size of its text, plus 256
 * @param nearDedup whether the matcher decides about a document before it is written
 * @param source files from which texts that are not in their records are read: all texts of Parquet
 *     files if texts stay in the source, and texts that are too large for a record; may be empty if
 *     there are no such texts
 * @param workers worker threads of this process
 * @param examples collector of examples of documents that are left out
 * @param signers creates signers of texts for take-downs that name near-copies
 */
public record SinkSettings(
    SinkTopics topics,
    ShardOutput output,
    DatasetFiles dataset,
    long cutBytes,
    boolean nearDedup,
    Optional<Source> source,
    SinkWorkers workers,
    DropExamples examples,
    Supplier<? extends Signer> signers) {

  /**
   * The source files that a sink reads.
   *
   * @param root root directory of the input
   * @param columns columns of a document
   * @param handOver texts that ingest in this process has read
   */
  public record Source(Path root, ColumnMapping columns, Optional<TextHandOver> handOver) {
    /** Creates a source whose files another process reads. */
    public Source(Path root, ColumnMapping columns) {
      this(root, columns, Optional.empty());
    }

    /** Returns the source together with the texts that ingest of this process hands over. */
    public Source with(Optional<TextHandOver> texts) {
      return new Source(root, columns, texts);
    }
  }

  /** Returns the layout of the output. */
  OutputLayout layout() {
    return output.layout();
  }

  /** Publishes files of this instance. */
  Publication publication() {
    return output.publication();
  }

  /**
   * The files at the root of an output that describe its data set.
   *
   * @param version version record without totals, which is kept up to date
   * @param name name of the data set, for the version record
   * @param attribution text of ATTRIBUTION.md
   * @param program version of this program
   * @param defaults keys of the configuration that describe the data set but do not decide its
   *     content
   */
  public record DatasetFiles(
      VersionRecord version,
      String name,
      String attribution,
      String program,
      SortedMap<String, String> defaults) {}

  /**
   * The topics of a sink.
   *
   * @param names names of the topics
   * @param partitions partitions of each topic
   * @param clusterId id of the broker's cluster
   * @param ids ids of the curated topics, by name
   */
  public record SinkTopics(
      TopicNames names, int partitions, String clusterId, Map<String, String> ids) {
    /** Copies the ids. */
    public SinkTopics {
      ids = Map.copyOf(ids);
    }
  }

  /**
   * The threads of a sink.
   *
   * @param threads consumers in this process
   * @param fetchBytes limit of a fetch per thread; a single record may be larger
   * @param sourceBytes memory for pages of the sources from which texts are read
   * @param retry retries of writes
   */
  public record SinkWorkers(int threads, int fetchBytes, long sourceBytes, IoRetry retry) {}

  /**
   * The format of an output's shards, and the directories to which an instance writes them.
   *
   * @param layout layout of the output
   * @param format format of the shards
   * @param maxFileBytes maximum size of a shard that has more than one row
   * @param content the configuration that decides the output's content
   * @param contentHash hash of {@code content}
   * @param instanceId id that stays the same when this instance restarts
   * @param temporary this instance's directory for temporary files
   */
  public record ShardOutput(
      OutputLayout layout,
      ShardFormat format,
      long maxFileBytes,
      SortedMap<String, String> content,
      String contentHash,
      String instanceId,
      Path temporary) {

    /** Publishes files of this instance. */
    Publication publication() {
      return new Publication(temporary);
    }

    /**
     * Returns the maximum number of bytes that the open writers of a partition buffer in memory.
     */
    long partitionBufferBytes() {
      return 2 * format.rowGroupBytes();
    }
  }
}
