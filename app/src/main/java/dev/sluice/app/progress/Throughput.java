package dev.sluice.app.progress;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.sluice.core.values.ByteSize;
import java.util.Locale;

/**
 * The speed of an invocation. Never written to a file of the output, which must not depend on it.
 *
 * @param startSeconds time before the roles started, for broker, topics and a look at the input
 * @param seconds time from the start of the roles to the end of their work; more than 0
 * @param bytesRead bytes of input files that this invocation has read
 * @param documentsRead number of rows that this invocation has read. Each row is a document
 */
@JsonPropertyOrder({
  "startSeconds",
  "seconds",
  "bytesRead",
  "documentsRead",
  "megabytesPerSecond",
  "documentsPerSecond"
})
public record Throughput(double startSeconds, double seconds, long bytesRead, long documentsRead) {
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
    public Throughput throughput(long bytesRead, long documentsRead) {
      return new Throughput(
          (startedNanos - beginNanos) / NANOS,
          Math.max(1, System.nanoTime() - startedNanos) / NANOS,
          bytesRead,
          documentsRead);
    }
  }

  /** Requires a positive time. */
  public Throughput {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("%s seconds".formatted(seconds));
    }
  }

  /** Returns the input read per second, in units of 10^6 bytes. */
  @JsonProperty
  public double megabytesPerSecond() {
    return bytesRead / MEGABYTE / seconds;
  }

  /** Returns the number of documents read per second. */
  @JsonProperty
  public double documentsPerSecond() {
    return documentsRead / seconds;
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
        documentsRead,
        documentsPerSecond());
  }
}
