package dev.sluice.jobs.init;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Formats values and comments of YAML. It escapes characters that could harm a terminal or a
 * parser.
 */
final class YamlText {
  private static final int WIDTH = 100;
  private static final int LONGEST_NAME = 80;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][\\w./-]*");

  /** Words that some YAML parsers do not treat as strings. */
  private static final Set<String> WORDS =
      Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan");

  private YamlText() {}

  /** Formats a string as a value. The value is quoted if necessary. */
  static String value(String text) {
    return PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : quoted(text);
  }

  /** Formats a string as a quoted value. */
  static String quoted(String text) {
    return '"' + printable(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  /** Shortens a name from a file for a message or a comment, and escapes line breaks. */
  static String name(String text) {
    String printable = printable(text);
    int points = printable.codePointCount(0, printable.length());
    return points <= LONGEST_NAME
        ? printable
        : printable.substring(0, printable.offsetByCodePoints(0, LONGEST_NAME)) + "...";
  }

  /** Escapes control characters and similar characters as {@code \}u, for YAML and terminals. */
  static String printable(String text) {
    return text.codePoints()
        .mapToObj(point -> isHarmless(point) ? Character.toString(point) : escape(point))
        .collect(Collectors.joining());
  }

  /** Returns whether a character is safe in YAML and on terminals. */
  private static boolean isHarmless(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String escape(int point) {
    return switch (point) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> point <= 0xFFFF ? "\\u%04X".formatted(point) : "\\U%08X".formatted(point);
    };
  }

  /** Formats a string as the lines of an indented comment. */
  static String comment(String indent, String text) {
    return comment(indent, "", text);
  }

  /**
   * Formats a string as the lines of a comment. Lines are broken at blanks.
   *
   * @param indent the characters that precede {@code #}
   * @param hanging the characters that precede the text in the first line; in the other lines, as
   *     many blanks do
   */
  static String comment(String indent, String hanging, String text) {
    StringBuilder lines = new StringBuilder();
    String line = indent + "# " + hanging;
    String start = indent + "# " + " ".repeat(hanging.length());
    String gap = "";
    for (String word : printable(text).split(" ")) {
      if (!gap.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line = start;
        gap = "";
      }
      line += gap + word;
      gap = " ";
    }
    return lines.append(line).append('\n').toString();
  }
}
