package dev.sluice.operators.plugin;

import dev.sluice.core.values.DurationText;
import java.time.Duration;

/**
 * What a plug-in may use.
 *
 * @param document time for one document, after which an operator is interrupted
 * @param loading time for the list of its operators, and for the creation of one
 * @param grace time after an interrupt, after which the process ends
 * @param bytes that it may allocate each time, garbage or not
 */
public record PluginLimits(Duration document, Duration loading, Duration grace, long bytes) {
  private static final long LEAST_BYTES = 64L << 20;
  private static final Duration LOADING = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /**
   * The limits with a time for one document; loading may take as long, and at least 30 s. Half the
   * heap: before all of it is used, and more than a document takes.
   */
  public static PluginLimits of(Duration document) {
    return new PluginLimits(
        document,
        document.compareTo(LOADING) > 0 ? document : LOADING,
        GRACE,
        Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 2));
  }

  static String late(String operator, String document, Duration most) {
    return "%s takes longer than %s for %s: mend it, or allow more with --plugin-timeout"
        .formatted(operator, DurationText.format(most), document);
  }

  String allocating(String operator, String document, long allocated) {
    return "%s allocated %d MiB for %s, at most %d are allowed (half the heap): mend it, or give the process more memory"
        .formatted(operator, allocated >> 20, document, bytes >> 20);
  }
}
