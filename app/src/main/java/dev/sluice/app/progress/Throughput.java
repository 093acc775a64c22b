package dev.sluice.app.progress;

import dev.sluice.core.values.ByteSize;
import java.util.Locale;

/**
 * The speed of an invocation. Never written to a file of the output, which must not depend on it.
 *
 * @param startSeconds time before the roles started, for broker, topics and a look at the input
 * @param seconds time from the start of the roles to the end of their work; more than 0
 * @param bytesRead bytes of input files that this invocation has read
 * @param rowsRead number of rows that this invocation has read
 */
public record Throughput(double startSeconds, double seconds, long bytesRead, long rowsRead) {
  private static final double MEGABYTE = 1e6;

  /**
   * Measures how long an invocation takes to start, from the creation of this object, and how long
   * it works.
   */
  public static final class WorkTime {
    private static final double NANOS = 1e9;

    private final long beginNanos = System.nanoTime();
    private long startedNanos = beginNanos;

    /** Records that the work begins. */
    public void started() {
      startedNanos = System.nanoTime();
    }

    /** Returns the speed of the work so far. */
    public Throughput throughput(long bytesRead, long rowsRead) {
      return new Throughput(
          (startedNanos - beginNanos) / NANOS,
          Math.max(1, System.nanoTime() - startedNanos) / NANOS,
          bytesRead,
          rowsRead);
    }
  }

  /** Requires a positive time. */
  public Throughput {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("%s seconds".formatted(seconds));
    }
  }

  /** Returns the input read per second, in units of 10^6 bytes. */
  public double megabytesPerSecond() {
    return bytesRead / MEGABYTE / seconds;
  }

  /** Returns the number of rows read per second. Each row is a document. */
  public double documentsPerSecond() {
    return rowsRead / seconds;
  }

  /** Returns the speed as a sentence. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "Took %,.1f s after a start of %,.1f s: %s of input at %s/s, %,d documents at %,.0f a"
            + " second.",
        seconds,
        startSeconds,
        ByteSize.approximate(bytesRead),
        ByteSize.approximate(Math.round(bytesRead / seconds)),
        rowsRead,
        documentsPerSecond());
  }
}
