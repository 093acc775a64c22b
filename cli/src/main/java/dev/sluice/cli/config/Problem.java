package dev.sluice.cli.config;

import java.util.Objects;

/**
 * Something wrong with the configuration.
 *
 * @param subject the key or option it is about
 * @param origin where it was said, e.g. {@code my.yaml:12}; empty where nothing was said
 * @param message value seen, values allowed, way out
 */
public record Problem(String subject, String origin, String message) {
  /** Checks that everything is there. */
  public Problem {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(message, "message");
  }

  /** The line to show, {@code subject (origin): message}. */
  @Override
  public String toString() {
    String where = origin.isEmpty() || origin.equals(subject) ? "" : " (" + origin + ")";
    return subject + where + ": " + message;
  }
}
