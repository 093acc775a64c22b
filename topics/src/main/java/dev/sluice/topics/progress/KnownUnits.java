package dev.sluice.topics.progress;

import dev.sluice.core.Unit;
import dev.sluice.topics.KafkaConnection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The units that ingest has started, including forgotten ones. Ingest records a unit before it
 * sends any of its documents, so a document of an unknown unit comes from a different program.
 *
 * <p>Reads the progress topic at the first record of each unit. If the unit is missing, waits for
 * the end of open transactions, which may hide it. Does not keep lists of files. Thread-safe.
 */
public final class KnownUnits {
  /** The maximum number of remembered unknown units; others are looked up each time. */
  private static final int MOST_STRANGERS = 1_000;

  private final ProgressReader progress;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> strangers = new ConcurrentHashMap<>();

  /** Creates an object that looks up units in this progress topic. */
  public KnownUnits(KafkaConnection connection, String topic) {
    this.progress =
        new ProgressReader(
            connection,
            new TopicPartition(topic, 0),
            key -> key.startsWith(ProgressLog.PROGRESS) || key.startsWith(ProgressLog.RESET));
  }

  /**
   * Returns whether a unit with this id exists or has existed.
   *
   * @param polledNanos a {@link System#nanoTime()} at which the record that names the unit had been
   *     read, because ingest may start a unit after another program has used its name
   */
  public boolean has(String unit, long polledNanos) {
    if (known.contains(unit)) {
      return true;
    }
    Long missedNanos = strangers.get(unit);
    if (missedNanos != null && missedNanos - polledNanos >= 0) {
      return false;
    }
    long nowNanos = System.nanoTime();
    boolean found =
        isOf(progress.readTo(IsolationLevel.READ_COMMITTED), unit)
            || isOf(progress.readTo(IsolationLevel.READ_UNCOMMITTED), unit);
    if (found) {
      known.add(unit);
      strangers.remove(unit);
    } else if (strangers.size() < MOST_STRANGERS || missedNanos != null) {
      strangers.put(unit, nowNanos);
    }
    return found;
  }

  private static boolean isOf(ProgressState now, String unit) {
    try {
      Unit id = Unit.parse(unit);
      return now.progress(unit).isPresent()
          || now.hasLostProgress(unit)
          || id.generation() <= now.forgottenGeneration(id.name());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
