package dev.sluice.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The value of a key.
 *
 * @param path path of the key, such as {@code buckets.0.rate}
 * @param text the value as written; empty for null
 * @param origin where it comes from: {@code default}, {@code my.yaml:12}, a variable or option
 */
public record Setting(String path, String text, String origin) {
  private static final String HIDDEN = "(hidden)";
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(password|passwd|secret|jaas|credential|token|user\\.?info|ssl.*key|api.?key).*");
  private static final Pattern PLAIN =
      Pattern.compile("operators\\..*|.*(\\.type|\\.location|\\.url|\\.class)");

  /** Returns the value to show, hidden if it is secret. */
  public String shownText() {
    return isSecret(path) ? HIDDEN : text;
  }

  /**
   * Returns whether the value of a key or property of this name must not appear in output or logs.
   */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRET.matcher(lower).matches() && !PLAIN.matcher(lower).matches();
  }
}
