package dev.sluice.app.config;

import java.util.Objects;

/**
 * Something wrong with the configuration.
 *
 * @param subject the key or option it is about
 * @param origin where it was said, e.g. {@code my.yaml:12}; empty where nothing was said
 * @param message value seen, values allowed, way out
 */
public record Problem(String subject, String origin, String message) {
  private static final int LONG = 2_000;
  private static final int KEPT = 200;

  /** Checks that everything is there. */
  public Problem {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(message, "message");
  }

  /** The line to show, {@code subject (origin): message}; of a long text its start and its end. */
  @Override
  public String toString() {
    String where = origin.isEmpty() || origin.equals(subject) ? "" : " (" + origin + ")";
    return shortened(subject) + where + ": " + shortened(message);
  }

  private static String shortened(String text) {
    if (text.length() <= LONG) {
      return text;
    }
    return "%s... (%,d characters) ...%s"
        .formatted(text.substring(0, KEPT), text.length(), text.substring(text.length() - KEPT));
  }
}
