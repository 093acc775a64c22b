package dev.sluice.topics;

import org.apache.kafka.common.TopicPartition;

/**
 * Thrown if a topic does not belong to the files written from it, or has lost records that follow
 * those files.
 */
public final class FilesMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception. Its message names the conflicting values and a remedy. */
  public FilesMismatchException(String message) {
    super(message);
  }

  /**
   * Checks that the broker still has the records that follow the files.
   *
   * @param begin first offset of the partition
   * @param end end offset of the partition
   * @param next offset at which the files continue
   * @param files subject of the message: what continues at that offset
   * @param gone which records are gone, and the remedy
   * @throws FilesMismatchException if the broker lacks some of the records
   */
  public static void requireRecords(
      TopicPartition partition, long begin, long end, long next, String files, String gone)
      throws FilesMismatchException {
    if (begin > next) {
      throw new FilesMismatchException(
          "%s begins at offset %d, but %s at %d: %s"
              .formatted(partition, begin, files, next, gone));
    }
    if (next > end) {
      throw new FilesMismatchException(
          "%s ends at offset %d, but %s at %d. The broker has lost acknowledged records. Start a new output with a different kafka.topic-prefix"
              .formatted(partition, end, files, next));
    }
  }
}
