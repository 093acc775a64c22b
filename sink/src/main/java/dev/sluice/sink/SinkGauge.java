package dev.sluice.sink;

import java.util.concurrent.atomic.AtomicLong;

/** The progress of a sink. Thread-safe. */
public final class SinkGauge {
  private final AtomicLong rows = new AtomicLong();

  /**
   * The number of documents that this process has read from the curated topics. Documents that were
   * read again count again.
   */
  public long rows() {
    return rows.get();
  }

  void add(long count) {
    rows.addAndGet(count);
  }
}
