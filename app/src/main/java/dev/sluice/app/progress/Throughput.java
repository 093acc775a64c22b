package dev.sluice.app.progress;

import dev.sluice.core.values.ByteSize;
import java.util.Locale;

/**
 * The speed of an invocation. Never written to a file of the output, which must not depend on it.
 *
 * @param startSeconds before that: broker, topics, a look at the input
 * @param seconds from the start of the roles to the end of their work; more than 0
 * @param bytesRead of input files, by this invocation
 * @param rowsRead by this invocation
 */
public record Throughput(double startSeconds, double seconds, long bytesRead, long rowsRead) {
  private static final double MEGABYTE = 1e6;

  /** Checks the time. */
  public Throughput {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("%s seconds".formatted(seconds));
    }
  }

  /** In units of 10^6 bytes. */
  public double megabytesPerSecond() {
    return bytesRead / MEGABYTE / seconds;
  }

  /** Rows, each of which is a document. */
  public double documentsPerSecond() {
    return rowsRead / seconds;
  }

  /** As a sentence. */
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
