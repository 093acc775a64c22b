package dev.sluice.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/** Recognizes, by their names, values that must not appear in output or logs. */
public final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(password|passwd|secret|jaas|credential|token|user\\.?info|ssl.*key|api.?key).*");
  private static final Pattern PLAIN =
      Pattern.compile("operators\\..*|.*(\\.type|\\.location|\\.url|\\.class)");

  private Secrets() {}

  /** Whether the value of this key or property is hidden. */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRET.matcher(lower).matches() && !PLAIN.matcher(lower).matches();
  }
}
