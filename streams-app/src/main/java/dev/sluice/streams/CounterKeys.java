package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;

/**
 * The ledger's keys of counters. Caches up to {@value #MOST} of them, because consecutive rows use
 * the same ones.
 */
final class CounterKeys {
  static final String PREFIX = "count/";
  static final int MOST = 4096;

  private final Map<Counter, Bytes> keys = new HashMap<>();

  /** A counter. */
  record Counter(String unit, String dump, String bucket, String name) {}

  /** The key of a counter. */
  Bytes of(Counter counter) {
    if (keys.size() == MOST && !keys.containsKey(counter)) {
      keys.clear();
    }
    return keys.computeIfAbsent(counter, CounterKeys::make);
  }

  private static Bytes make(Counter counter) {
    String key =
        PREFIX
            + String.join("\0", counter.unit(), counter.dump(), counter.bucket(), counter.name());
    return Bytes.wrap(key.getBytes(UTF_8));
  }

  /** The number of cached keys. */
  int size() {
    return keys.size();
  }
}
