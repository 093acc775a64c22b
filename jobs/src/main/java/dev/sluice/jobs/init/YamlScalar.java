package dev.sluice.jobs.init;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Texts as values of YAML, on one line. */
final class YamlScalar {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][\\w./-]*");

  /** Words that some reader of YAML takes for something else. */
  private static final Set<String> WORDS =
      Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan");

  private YamlScalar() {}

  /** The text, in quotes if it needs them. */
  static String of(String text) {
    return PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : quoted(text);
  }

  /** The text in quotes. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                out.append('\\').appendCodePoint(point);
              } else if (Comments.isHarmless(point)) {
                out.appendCodePoint(point);
              } else {
                out.append(escape(point));
              }
            });
    return out.append('"').toString();
  }

  /** The escape of a character. */
  static String escape(int point) {
    return switch (point) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> point <= 0xFFFF ? "\\u%04X".formatted(point) : "\\U%08X".formatted(point);
    };
  }
}
