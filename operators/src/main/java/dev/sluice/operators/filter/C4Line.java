package dev.sluice.operators.filter;

import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.LowerCase;
import java.util.List;
import java.util.Map;

/** What C4's rules ask of one line. */
final class C4Line {
  static final int LOREM_IPSUM = 1;
  static final int JAVASCRIPT = 2;
  static final int CURLY_BRACKET = 4;
  static final int POLICY = 8;

  private static final String ENDS = ".?!\"'";
  private static final List<String> MARKS = List.of("[edit]", "[citation needed]");

  /** Phrases in lower case, and what they are signs of. */
  private static final Map<String, Integer> PHRASES =
      Map.of(
          "{", CURLY_BRACKET,
          "lorem ipsum", LOREM_IPSUM,
          "javascript", JAVASCRIPT,
          "terms of use", POLICY,
          "privacy policy", POLICY,
          "cookie policy", POLICY,
          "uses cookies", POLICY,
          "use of cookies", POLICY,
          "use cookies", POLICY);

  private C4Line() {}

  /** Whether a line ends as a sentence does, and not with three full stops. */
  static boolean endsSentence(String line) {
    return !line.isEmpty()
        && ENDS.indexOf(line.charAt(line.length() - 1)) >= 0
        && !line.endsWith("...");
  }

  /** Counts the pieces between white space; -1 if one has more than {@code longest} code points. */
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

  /** Finds the signs that a line has, as bits. Compares in lower case, unit by unit. */
  static int signs(String line) {
    String lower = new String(LowerCase.units(line.toCharArray()));
    int signs = 0;
    for (Map.Entry<String, Integer> phrase : PHRASES.entrySet()) {
      signs |= lower.contains(phrase.getKey()) ? phrase.getValue() : 0;
    }
    return signs;
  }

  /** Removes marks of citations: {@code [12]}, {@code []}, {@code [edit]} and so on. */
  static String withoutCitations(String line) {
    Cut cut = new Cut(line);
    int open = line.indexOf('[');
    while (open >= 0) {
      int end = citationEnd(line, open);
      if (end > open) {
        cut.replace(open, end, "");
      }
      open = line.indexOf('[', Math.max(end, open + 1));
    }
    return cut.text();
  }

  /** The end of the citation that begins at a bracket; the bracket's place if there is none. */
  private static int citationEnd(String line, int open) {
    int at = open + 1;
    while (at < line.length() && (CharClass.of(line.codePointAt(at)) & CharClass.DIGIT) != 0) {
      at += Character.charCount(line.codePointAt(at));
    }
    if (line.startsWith("]", at)) {
      return at + 1;
    }
    return MARKS.stream()
        .filter(mark -> line.startsWith(mark, open))
        .findFirst()
        .map(mark -> open + mark.length())
        .orElse(open);
  }
}
