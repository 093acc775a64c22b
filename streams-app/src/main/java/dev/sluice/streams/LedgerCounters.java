package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.streams.gauge.PartitionCounts;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;

/**
 * The counters of a ledger that rows are counted in. Caches up to {@value #MOST} of them, because
 * consecutive rows use the same ones.
 */
final class LedgerCounters {
  static final String PREFIX = "count/";
  static final int MOST = 4096;

  private final PartitionCounts counts;
  private final Map<Name, Counter> counters = new HashMap<>();

  /**
   * @param counts where other threads see the counts
   */
  LedgerCounters(PartitionCounts counts) {
    this.counts = counts;
  }

  /** Identifies a counter. */
  record Name(String unit, String dump, String bucket, String counter) {}

  /** A counter: its key in the store, and the rows that are not in the store yet. */
  static final class Counter {
    private final Bytes key;
    private final PartitionCounts.Count count;
    private long rows;

    private Counter(Bytes key, PartitionCounts.Count count) {
      this.key = key;
      this.count = count;
    }

    Bytes key() {
      return key;
    }

    /** Counts a row. Returns whether it is the first since the last {@link #take}. */
    boolean add() {
      return rows++ == 0;
    }

    /** Returns the rows counted since the last call. */
    long take() {
      long taken = rows;
      rows = 0;
      count.add(taken);
      return taken;
    }
  }

  /** The counter of a name. */
  Counter of(Name name) {
    if (counters.size() == MOST && !counters.containsKey(name)) {
      counters.clear();
    }
    return counters.computeIfAbsent(name, this::make);
  }

  private Counter make(Name name) {
    String key =
        PREFIX + String.join("\0", name.unit(), name.dump(), name.bucket(), name.counter());
    return new Counter(
        Bytes.wrap(key.getBytes(UTF_8)), counts.count(name.dump(), name.bucket(), name.counter()));
  }

  /** The number of cached counters. */
  int size() {
    return counters.size();
  }
}
