package dev.sluice.app.progress;

/** How long an invocation takes to start, from the making of this, and to work after that. */
public final class WorkTime {
  private static final double NANOS = 1e9;

  private final long beginNanos = System.nanoTime();
  private long startedNanos = beginNanos;

  /** Work begins. */
  public void started() {
    startedNanos = System.nanoTime();
  }

  /** The speed of the work so far. */
  public Throughput throughput(long bytesRead, long rowsRead) {
    return new Throughput(
        (startedNanos - beginNanos) / NANOS,
        Math.max(1, System.nanoTime() - startedNanos) / NANOS,
        bytesRead,
        rowsRead);
  }
}
