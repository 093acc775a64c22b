package dev.sluice.operators.filter;

import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.LowerCase;
import java.util.List;

/** What C4's rules ask of one line, given by its UTF-16 units from and to. */
final class C4Line {
  private static final String ENDS = ".?!\"'";
  private static final List<String> MARKS = List.of("[edit]", "[citation needed]");

  static final int LOREM_IPSUM = 1;
  static final int JAVASCRIPT = 2;
  static final int CURLY_BRACKET = 4;
  static final int POLICY = 8;

  private static final List<Phrase> PHRASES =
      List.of(
          new Phrase("lorem ipsum", LOREM_IPSUM),
          new Phrase("javascript", JAVASCRIPT),
          new Phrase("terms of use", POLICY),
          new Phrase("privacy policy", POLICY),
          new Phrase("cookie policy", POLICY),
          new Phrase("uses cookies", POLICY),
          new Phrase("use of cookies", POLICY),
          new Phrase("use cookies", POLICY));

  /** Whether a sign may begin with two characters of ASCII, 7 bits each. */
  private static final boolean[] PAIRS = new boolean[1 << 14];

  static {
    for (int second = 0; second < 0x80; second++) {
      PAIRS['{' << 7 | second] = true;
    }
    for (Phrase phrase : PHRASES) {
      char first = phrase.text().charAt(0);
      char second = phrase.text().charAt(1);
      PAIRS[first << 7 | second] = true;
      PAIRS[first << 7 | Character.toUpperCase(second)] = true;
      PAIRS[Character.toUpperCase(first) << 7 | second] = true;
      PAIRS[Character.toUpperCase(first) << 7 | Character.toUpperCase(second)] = true;
    }
  }

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

  /**
   * What of C4's signs a line has, all found in one pass: bits. No character beyond ASCII has one
   * of the first two letters of a phrase as its lower case.
   */
  static int signs(char[] chars, int from, int to) {
    int signs = 0;
    for (int at = from; at < to; at++) {
      char first = chars[at];
      char second = at + 1 < to ? chars[at + 1] : 0;
      if (first < 0x80 && PAIRS[first << 7 | (second < 0x80 ? second : 0)]) {
        signs |= signsAt(chars, at, to);
      }
    }
    return signs;
  }

  private static int signsAt(char[] chars, int at, int to) {
    int signs = chars[at] == '{' ? CURLY_BRACKET : 0;
    char first = LowerCase.of(chars[at]);
    for (Phrase phrase : PHRASES) {
      if (phrase.text().charAt(0) == first && isAt(chars, at, to, phrase.text())) {
        signs |= phrase.sign();
      }
    }
    return signs;
  }

  private static boolean isAt(char[] chars, int at, int to, String phrase) {
    if (to - at < phrase.length()) {
      return false;
    }
    for (int i = 1; i < phrase.length(); i++) {
      if (LowerCase.of(chars[at + i]) != phrase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A phrase in lower case, and what it is a sign of. */
  private record Phrase(String text, int sign) {}

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
