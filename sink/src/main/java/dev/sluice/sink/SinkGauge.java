package dev.sluice.sink;

import java.util.concurrent.atomic.AtomicLong;

/** How far the sink is, for whoever shows it. Thread-safe. */
public final class SinkGauge {
  private final AtomicLong rows = new AtomicLong();

  /**
   * Documents that this process has taken from the curated topics, without markers, repeats
   * included.
   */
  public long rows() {
    return rows.get();
  }

  void add(long count) {
    rows.addAndGet(count);
  }
}
