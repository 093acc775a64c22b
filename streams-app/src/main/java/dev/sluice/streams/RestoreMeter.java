package dev.sluice.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Measures the restore of this process's stores over all threads. A restore starts with the first
 * changelog that has records to read, and ends when none is being read. Thread-safe.
 */
final class RestoreMeter implements StateRestoreListener {
  private static final double NANOS = 1e9;

  private final LongSupplier clock;
  private final Map<TopicPartition, Changelog> changelogs = new HashMap<>();
  private long records;
  private long startNanos;

  /**
   * A changelog during its restore.
   *
   * @param position offset of the next record
   * @param end offset after the last record
   */
  private record Changelog(long position, long end) {
    long remaining() {
      return Math.max(0, end - position);
    }
  }

  /**
   * The progress of a restore.
   *
   * @param records records restored since the start
   * @param remaining offsets still to be read, of changelogs that are being read
   * @param seconds time since the start
   * @param reading whether any changelog is being read
   */
  record Reading(long records, long remaining, double seconds, boolean reading) {
    double recordsPerSecond() {
      return seconds > 0 ? records / seconds : 0;
    }
  }

  /**
   * @param clock nanoseconds from an arbitrary origin
   */
  RestoreMeter(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void onRestoreStart(
      TopicPartition partition, String store, long startingOffset, long endingOffset) {
    if (endingOffset > startingOffset) {
      if (changelogs.isEmpty() && records == 0) {
        startNanos = clock.getAsLong();
      }
      changelogs.put(partition, new Changelog(startingOffset, endingOffset));
    }
  }

  @Override
  public synchronized void onBatchRestored(
      TopicPartition partition, String store, long batchEndOffset, long numRestored) {
    records += numRestored;
    changelogs.computeIfPresent(
        partition, (key, changelog) -> new Changelog(batchEndOffset + 1, changelog.end()));
  }

  @Override
  public synchronized void onRestoreEnd(TopicPartition partition, String store, long total) {
    changelogs.remove(partition);
  }

  @Override
  public synchronized void onRestoreSuspended(TopicPartition partition, String store, long total) {
    changelogs.remove(partition);
  }

  /** The progress; empty if nothing was restored since the last {@link #reset}. */
  synchronized Optional<Reading> read() {
    if (changelogs.isEmpty() && records == 0) {
      return Optional.empty();
    }
    long remaining = changelogs.values().stream().mapToLong(Changelog::remaining).sum();
    double seconds = (clock.getAsLong() - startNanos) / NANOS;
    return Optional.of(new Reading(records, remaining, seconds, !changelogs.isEmpty()));
  }

  /** Ends a finished restore, so that the next one starts at zero. */
  synchronized void reset() {
    if (changelogs.isEmpty()) {
      records = 0;
    }
  }
}
