package dev.sluice.app.config;

import java.util.Objects;

/**
 * One value that was given to a key.
 *
 * @param path the key's path, e.g. {@code buckets.0.rate}
 * @param text the value as written; empty for nothing
 * @param origin who said so: {@code default}, {@code my.yaml:12}, a variable, an option
 */
public record Setting(String path, String text, String origin) {
  private static final String HIDDEN = "(hidden)";

  /** Checks that everything is there. */
  public Setting {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(origin, "origin");
  }

  /** The value to show: the text, unless it is a secret. */
  public String shownText() {
    return Secrets.isSecret(path) ? HIDDEN : text;
  }
}
