package dev.sluice.operators.plugin;

import dev.sluice.core.values.DurationText;
import java.time.Duration;

/**
 * What an operator of a plug-in may use for one document.
 *
 * @param time after which it is interrupted
 * @param bytes that it may allocate, garbage or not
 */
public record PluginLimits(Duration time, long bytes) {
  private static final long LEAST_BYTES = 64L << 20;

  /** Longer than this, an interrupt is not waited for. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Half the heap: before all of it is used, and more than a document takes. */
  public static PluginLimits of(Duration time) {
    return new PluginLimits(time, Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 2));
  }

  long millis() {
    return time.toMillis();
  }

  long graceMillis() {
    return Math.min(time.toMillis(), GRACE.toMillis());
  }

  String late(String operator, String document) {
    return "%s takes longer than %s for %s: mend it, or allow more with --plugin-timeout"
        .formatted(operator, DurationText.format(time), document);
  }

  String allocating(String operator, String document, long allocated) {
    return "%s allocated %d MiB for %s, at most %d are allowed (half the heap): mend it, or give the process more memory"
        .formatted(operator, allocated >> 20, document, bytes >> 20);
  }
}
