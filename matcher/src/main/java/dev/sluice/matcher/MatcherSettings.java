package dev.sluice.matcher;

import dev.sluice.neardup.Matcher;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;

/**
 * The settings for turning signatures into files.
 *
 * @param names names of the topics
 * @param partitions partitions of {@code documents}, whose watermarks are waited for
 * @param width the most keys of a document
 * @param comparison of a document with one that was kept
 * @param guard share of a group that may be removed without being copies; 1 for all
 * @param waits whether a unit that the guard stops waits for a decision; if not, the matcher fails
 * @param topicId id of the topic {@code signatures}
 * @param root directory of the files, {@code OutputLayout.signatures()}
 * @param evidence directory of evidence and of decisions, {@code OutputLayout.nearDuplicates()}
 * @param copies local directory of this instance, for copies of files in an object store
 * @param publication publishes files of this instance; its directory of temporary files must be for
 *     the matcher alone, because the start empties it
 * @param instanceId of this process; the {@code group.instance.id} of its consumer begins with it
 * @param threads threads that read and sort keys
 * @param fetchBytes limit of a fetch; a single record may be larger
 * @param batchBytes memory for signatures that wait and for their decision; when the waiting ones
 *     fill their part, those that are far ahead are left in the topic
 * @param retry retries of reads and writes
 */
public record MatcherSettings(
    TopicNames names,
    int partitions,
    int width,
    Matcher.Comparison comparison,
    double guard,
    boolean waits,
    String topicId,
    Path root,
    Path evidence,
    Path copies,
    Publication publication,
    String instanceId,
    int threads,
    int fetchBytes,
    long batchBytes,
    IoRetry retry) {
  /** No more, so that the keys of all documents can be counted by an {@code int}. */
  private static final long MOST_WAITING = 8L << 30;

  /** Checks that all numbers are at least 1. */
  public MatcherSettings {
    if (partitions < 1 || width < 1 || threads < 1 || batchBytes < 1) {
      throw new IllegalArgumentException(
          "the number of partitions (%d), keys (%d), threads (%d) and bytes (%d) must be at least 1"
              .formatted(partitions, width, threads, batchBytes));
    }
  }

  /** Returns the output that is deduplicated. */
  Path output() {
    return evidence.getParent().getParent();
  }

  /** Returns the command that shows what waits for a decision of the user, and how to decide. */
  String decide() {
    return "sluice near-duplicates " + output();
  }

  /**
   * Returns the memory that waiting signatures may take. While they are decided, groups of keys
   * take up to four times as much if all documents are near-duplicates, and each thread a sixth.
   */
  long waitingBytes() {
    return Math.min(MOST_WAITING, batchBytes / (5 + threads / 6));
  }
}
