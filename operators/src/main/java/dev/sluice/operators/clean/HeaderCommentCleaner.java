package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.LowerCase;
import java.util.List;

/** Implements {@code code-header-comments}. */
final class HeaderCommentCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("code-header-comments");
  private static final Parameter<Boolean> ANY = TEXTS.flag("any", false);
  private static final List<String> LINE_COMMENTS = List.of("//", "#", "--", ";;");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN, arguments -> text -> clean(text, arguments.value(ANY)), ANY);

  private HeaderCommentCleaner() {}

  private static String clean(String text, boolean any) {
    int start = skipBlankLines(text, 0);
    if (text.startsWith("#!", start)) {
      start = skipBlankLines(text, lineEnd(text, start));
    }
    int end = commentEnd(text, start);
    boolean goes = end > start && (any || speaksOfRights(text.substring(start, end)));
    return goes ? text.substring(0, start) + text.substring(skipBlankLines(text, end)) : text;
  }

  private static boolean speaksOfRights(String comment) {
    String lower = LowerCase.of(comment);
    return lower.contains("copyright") || lower.contains("license") || lower.contains("licence");
  }

  private static int commentEnd(String text, int start) {
    if (text.startsWith("/*", start)) {
      return endOf(text, "*/", start + 2, start);
    }
    if (text.startsWith("<!--", start)) {
      return endOf(text, "-->", start + 4, start);
    }
    int end = start;
    while (end < text.length() && isLineComment(text, end)) {
      end = lineEnd(text, end);
    }
    return end;
  }

  private static int endOf(String text, String mark, int from, int none) {
    int at = text.indexOf(mark, from);
    return at < 0 ? none : at + mark.length();
  }

  private static boolean isLineComment(String text, int start) {
    return LINE_COMMENTS.stream().anyMatch(mark -> text.startsWith(mark, start));
  }

  /** Finds the start of the next line. */
  private static int lineEnd(String text, int from) {
    int feed = text.indexOf('\n', from);
    return feed < 0 ? text.length() : feed + 1;
  }

  private static int skipBlankLines(String text, int from) {
    int start = from;
    for (int at = from; at < text.length() && text.charAt(at) <= ' '; at++) {
      if (text.charAt(at) == '\n') {
        start = at + 1;
      }
    }
    return start;
  }
}
