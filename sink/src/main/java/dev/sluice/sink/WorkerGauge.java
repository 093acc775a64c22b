package dev.sluice.sink;

import dev.sluice.core.gauge.WaitTimes;

/** What a worker waits for, and how far it is behind. Written by the worker, read by any thread. */
final class WorkerGauge {
  private final WaitTimes<SinkWait> waits = new WaitTimes<>(SinkWait.class);
  private volatile long lag;

  WaitTimes<SinkWait> waits() {
    return waits;
  }

  long lag() {
    return lag;
  }

  void setLag(long offsets) {
    lag = offsets;
  }
}
