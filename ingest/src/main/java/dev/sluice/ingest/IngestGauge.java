package dev.sluice.ingest;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Progress of ingest for display. Thread-safe. */
public final class IngestGauge {
  private final AtomicReference<String> unit = new AtomicReference<>("");
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong plannedBytes = new AtomicLong();
  private final AtomicLong readBytes = new AtomicLong();
  private final AtomicLong formerBytes = new AtomicLong();

  /** Name of the unit being read; empty if none is. */
  public String unit() {
    return unit.get();
  }

  /** Rows read by this process. */
  public long rows() {
    return rows.get();
  }

  /** Bytes of all files that this invocation reads. */
  public long plannedBytes() {
    return plannedBytes.get();
  }

  /** Bytes of the files that are read completely. */
  public long readBytes() {
    return readBytes.get();
  }

  /** The part of {@link #readBytes} that an earlier process has read. */
  public long formerBytes() {
    return formerBytes.get();
  }

  void plan(long bytes) {
    plannedBytes.addAndGet(bytes);
  }

  void begin(String name) {
    unit.set(name);
  }

  void addRows(long count) {
    rows.addAndGet(count);
  }

  void addFormerBytes(long count) {
    formerBytes.addAndGet(count);
    readBytes.addAndGet(count);
  }

  void addBytes(long count) {
    readBytes.addAndGet(count);
  }
}
