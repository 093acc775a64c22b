package dev.sluice.settings;

/**
 * The value of a key.
 *
 * @param path path of the key, such as {@code buckets.0.rate}
 * @param text the value as written; empty for null
 * @param origin where it comes from: {@code default}, {@code my.yaml:12}, a variable or option
 */
public record Setting(String path, String text, String origin) {
  private static final String HIDDEN = "(hidden)";

  /** The value to show, hidden if it is secret. */
  public String shownText() {
    return Secrets.isSecret(path) ? HIDDEN : text;
  }
}
