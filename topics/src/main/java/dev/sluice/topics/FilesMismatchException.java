package dev.sluice.topics;

import org.apache.kafka.common.TopicPartition;

/**
 * Thrown if a topic and its files do not belong together, or if the topic has lost records that
 * follow the files.
 */
public final class FilesMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message that names both values and a remedy. */
  public FilesMismatchException(String message) {
    super(message);
  }

  /**
   * Requires that the broker still has the records that follow the files.
   *
   * @param begin offset that the partition begins at
   * @param end offset that it ends at
   * @param next offset that the files continue at
   * @param files what continues, for the message
   * @param gone which records are gone, and the remedy
   * @throws FilesMismatchException if it lacks some
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
          "%s ends at offset %d, but %s at %d. The broker has lost acknowledged records"
              .formatted(partition, end, files, next));
    }
  }
}
