package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How keys become files.
 *
 * @param names names of the topics
 * @param partitions partitions of {@code documents}, whose watermarks are waited for
 * @param bands partitions of {@code bands}
 * @param check how documents with the same key are compared; empty if they are not
 * @param clusterId id of the broker's cluster
 * @param topicId id of the topic {@code bands}
 * @param root directory of the files, {@code OutputLayout.bands()}
 * @param publication publishes files of this instance; its directory of temporary files must be for
 *     band workers alone, because the start empties it
 * @param instanceId of this process; its workers' {@code group.instance.id} begin with it
 * @param threads workers in this process
 * @param fetchBytes limit of a fetch per worker; a single record may be larger
 * @param batchBytes memory for keys that are not in files yet, of all workers of this process; when
 *     it is full, keys that are far ahead are left in the topic
 * @param retry retries of reads and writes
 */
public record BandSettings(
    TopicNames names,
    int partitions,
    int bands,
    Optional<SketchCheck> check,
    String clusterId,
    String topicId,
    Path root,
    Publication publication,
    String instanceId,
    int threads,
    int fetchBytes,
    long batchBytes,
    IoRetry retry) {
  /**
   * No band takes more than this, so that the bytes of its sketches can be counted by an {@code
   * int}, also when their array has just been grown.
   */
  private static final long MOST_SHARE = 1 << 30;

  /** Checks that there is something to do, and room for it. */
  public BandSettings {
    if (partitions < 1 || bands < 1 || threads < 1 || batchBytes < 1) {
      throw new IllegalArgumentException(
          "%d bands of %d partitions, %d threads, %d bytes"
              .formatted(bands, partitions, threads, batchBytes));
    }
  }

  /**
   * Memory that the keys of each band of a worker may take. One share more is for the band whose
   * arrays are grown, or of which a batch is made, at the moment: its keys are there nearly twice.
   *
   * @param assigned number of bands that the worker has
   */
  long share(int assigned) {
    return Math.min(MOST_SHARE, batchBytes / threads / (assigned + 1));
  }

  /** Bytes of a document's sketch; 0 without a check. */
  int sketchBytes() {
    return check.map(SketchCheck::bytes).orElse(0);
  }
}
