package dev.sluice.jobs.init;

import java.util.ArrayList;
import java.util.List;

/** Comments of YAML: lines of bounded length in which every character is harmless. */
final class Comments {
  private static final int WIDTH = 100;
  private static final int LONGEST_NAME = 80;

  private Comments() {}

  /** A name from a file, for a message or a comment: on one line, and not too long. */
  static String name(String text) {
    String printable = printable(text);
    int end =
        printable.offsetByCodePoints(
            0, Math.min(LONGEST_NAME, printable.codePointCount(0, printable.length())));
    return end < printable.length() ? printable.substring(0, end) + "..." : printable;
  }

  /** With {@code \}u escapes for what neither YAML nor a terminal should get. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isHarmless(point)) {
                out.appendCodePoint(point);
              } else {
                out.append(YamlScalar.escape(point));
              }
            });
    return out.toString();
  }

  /** Whether a character may stand in YAML as it is, and only shows itself. */
  static boolean isHarmless(int point) {
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

  /**
   * A text as lines of a comment, broken at blanks.
   *
   * @param indent what precedes {@code #}
   * @param hanging what precedes the text in the first line, and as blanks in the others
   */
  static List<String> lines(String indent, String hanging, String text) {
    List<String> lines = new ArrayList<>();
    String start = indent + "# " + hanging;
    StringBuilder line = new StringBuilder(start);
    boolean empty = true;
    for (String word : printable(text).split(" ")) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent + "# " + " ".repeat(hanging.length()));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }
}
