package dev.sluice.operators.filter;

import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.LowerCase;
import java.util.List;

/** What C4's rules ask of one line, given by its UTF-16 units from and to. */
final class C4Line {
  private static final String ENDS = ".?!\"'";
  private static final List<String> MARKS = List.of("[edit]", "[citation needed]");
  private static final List<String> POLICIES =
      List.of(
          "terms of use",
          "privacy policy",
          "cookie policy",
          "uses cookies",
          "use of cookies",
          "use cookies");

  private C4Line() {}

  /** Whether it ends as a sentence does, and not with three full stops. */
  static boolean endsSentence(char[] chars, int from, int to) {
    return to > from
        && ENDS.indexOf(chars[to - 1]) >= 0
        && !CharRange.endsWith(chars, from, to, "...");
  }

  /** The pieces between white space; -1 where one of them has more code points than allowed. */
  static int words(char[] chars, int from, int to, int longest) {
    int words = 0;
    int at = CharRange.stripStart(chars, from, to);
    while (at < to) {
      int start = at;
      while (at < to && !CharClass.isSpace(chars[at])) {
        at++;
      }
      if (at - start > longest && CharRange.codePoints(chars, start, at) > longest) {
        return -1;
      }
      words++;
      at = CharRange.stripStart(chars, at, to);
    }
    return words;
  }

  /** Whether it has a phrase, in lower case, also in others. */
  static boolean contains(char[] chars, int from, int to, String phrase) {
    char first = phrase.charAt(0);
    int last = to - phrase.length();
    for (int at = from; at <= last; at++) {
      if (LowerCase.of(chars[at]) == first && isAt(chars, at, phrase)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it has a phrase about the use of a site. */
  static boolean speaksOfPolicy(char[] chars, int from, int to) {
    for (int at = from; at < to; at++) {
      char unit = LowerCase.of(chars[at]);
      if (unit == 't' || unit == 'p' || unit == 'c' || unit == 'u') {
        for (String policy : POLICIES) {
          if (policy.charAt(0) == unit && to - at >= policy.length() && isAt(chars, at, policy)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isAt(char[] chars, int at, String phrase) {
    for (int i = 1; i < phrase.length(); i++) {
      if (LowerCase.of(chars[at + i]) != phrase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The line without marks of citations: {@code [12]}, {@code []}, {@code [edit]} and so on. */
  static String withoutCitations(char[] chars, int from, int to) {
    StringBuilder line = new StringBuilder(to - from);
    int at = from;
    while (at < to) {
      int end = chars[at] == '[' ? citationEnd(chars, at, to) : at;
      if (end == at) {
        line.append(chars[at++]);
      } else {
        at = end;
      }
    }
    return line.toString();
  }

  /** Where the citation ends that begins at a bracket; the bracket's place where none does. */
  private static int citationEnd(char[] chars, int open, int to) {
    int at = open + 1;
    while (at < to && (classAt(chars, at, to) & CharClass.DIGIT) != 0) {
      at += Character.charCount(CharClass.codePointAt(chars, at, to));
    }
    if (at < to && chars[at] == ']') {
      return at + 1;
    }
    for (String mark : MARKS) {
      if (CharRange.startsWith(chars, open, to, mark)) {
        return open + mark.length();
      }
    }
    return open;
  }

  private static int classAt(char[] chars, int at, int to) {
    return CharClass.of(CharClass.codePointAt(chars, at, to));
  }
}
