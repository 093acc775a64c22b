package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.LowerCase;
import dev.sluice.operators.text.Sentences;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Implements {@code c4-quality}. It keeps the good lines of a document, and keeps the document if
 * enough lines remain.
 */
final class C4Quality implements TextOperator {
  private static final OperatorTexts TEXTS = OperatorTexts.of("c4-quality");
  private static final int MOST = 1_000_000;
  private static final Parameter<Integer> MAX_WORD =
      TEXTS.parameter("max-word-length", ValueType.whole(1, MOST), "1000");
  private static final Parameter<Boolean> CITATIONS = TEXTS.flag("citations", true);
  private static final Parameter<Boolean> PUNCTUATION = TEXTS.flag("terminal-punctuation", true);
  private static final Parameter<Integer> MIN_WORDS =
      TEXTS.parameter("min-words", ValueType.whole(0, MOST), "3");
  private static final Parameter<Boolean> LOREM_IPSUM = TEXTS.flag("lorem-ipsum", true);
  private static final Parameter<Boolean> JAVASCRIPT = TEXTS.flag("javascript", true);
  private static final Parameter<Boolean> CURLY_BRACKET = TEXTS.flag("curly-bracket", true);
  private static final Parameter<Boolean> POLICY = TEXTS.flag("policy", true);
  private static final Parameter<Integer> MIN_SENTENCES =
      TEXTS.parameter("min-sentences", ValueType.whole(0, MOST), "5");

  private final boolean citations;
  private final boolean punctuation;
  private final int longestWord;
  private final int minWords;
  private final int minSentences;
  private final int asked;

  private C4Quality(Arguments arguments) {
    this.citations = arguments.value(CITATIONS);
    this.punctuation = arguments.value(PUNCTUATION);
    this.longestWord = arguments.value(MAX_WORD);
    this.minWords = arguments.value(MIN_WORDS);
    this.minSentences = arguments.value(MIN_SENTENCES);
    this.asked =
        (arguments.value(LOREM_IPSUM) ? C4Line.LOREM_IPSUM : 0)
            | (arguments.value(JAVASCRIPT) ? C4Line.JAVASCRIPT : 0)
            | (arguments.value(CURLY_BRACKET) ? C4Line.CURLY_BRACKET : 0)
            | (arguments.value(POLICY) ? C4Line.POLICY : 0);
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.FILTER)
        .parameters(
            MAX_WORD,
            CITATIONS,
            PUNCTUATION,
            MIN_WORDS,
            LOREM_IPSUM,
            JAVASCRIPT,
            CURLY_BRACKET,
            POLICY,
            MIN_SENTENCES)
        .reasons("lorem_ipsum", "curly_bracket", "too_few_sentences")
        .making(C4Quality::new);
  }

  @Override
  public Decision apply(Document document) {
    String text = document.text().string();
    char[] chars = document.text().chars();
    Lines lines = document.text().analysis(Lines.UNIVERSAL);
    StringJoiner kept = new StringJoiner("\n");
    int sentences = 0;
    for (int i = 0; i < lines.count(); i++) {
      int end = CharRange.stripEnd(chars, lines.start(i), lines.end(i));
      int start = CharRange.stripStart(chars, lines.start(i), end);
      int words = C4Line.words(chars, start, end, longestWord);
      if (words < minWords) { // or a word is too long
        continue;
      }
      String line = text.substring(start, end);
      if (citations) {
        line = C4Line.withoutCitations(line);
      }
      if (punctuation && !C4Line.endsSentence(line)) {
        continue;
      }
      int signs = C4Line.signs(line) & asked;
      if ((signs & C4Line.LOREM_IPSUM) != 0) {
        return new Decision.Dropped("lorem_ipsum", Double.NaN);
      }
      if ((signs & C4Line.CURLY_BRACKET) != 0 && (signs & C4Line.JAVASCRIPT) == 0) {
        return new Decision.Dropped("curly_bracket", Double.NaN);
      }
      if (signs == 0) {
        kept.add(line);
        sentences += Sentences.count(line.toCharArray(), 0, line.length());
      }
    }
    return sentences < minSentences
        ? new Decision.Dropped("too_few_sentences", sentences)
        : Decision.changed(document, stripped(kept.toString()));
  }

  private static String stripped(String text) {
    char[] chars = text.toCharArray();
    int end = CharRange.stripEnd(chars, 0, chars.length);
    return text.substring(CharRange.stripStart(chars, 0, end), end);
  }

  /** Checks a single line by C4's rules. */
  static final class C4Line {
    static final int LOREM_IPSUM = 1;
    static final int JAVASCRIPT = 2;
    static final int CURLY_BRACKET = 4;
    static final int POLICY = 8;

    private static final String ENDS = ".?!\"'";
    private static final List<String> MARKS = List.of("[edit]", "[citation needed]");

    /** Phrases in lower case, each with the bit of its sign. */
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

    /** Returns whether a line ends like a sentence. Three full stops do not count. */
    static boolean endsSentence(String line) {
      return !line.isEmpty()
          && ENDS.indexOf(line.charAt(line.length() - 1)) >= 0
          && !line.endsWith("...");
    }

    /**
     * Counts the pieces between white space. The result is -1 if a piece has more than {@code
     * longest} code points.
     */
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
     * Finds which signs occur in a line. Each sign is one bit. Compares in lower case, unit by
     * unit.
     */
    static int signs(String line) {
      String lower = new String(LowerCase.units(line.toCharArray()));
      int signs = 0;
      for (Map.Entry<String, Integer> phrase : PHRASES.entrySet()) {
        signs |= lower.contains(phrase.getKey()) ? phrase.getValue() : 0;
      }
      return signs;
    }

    /** Removes marks of citations, such as {@code [12]}, {@code []} and {@code [edit]}. */
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

    /**
     * Returns the end of the citation that begins at a bracket; the bracket's index if there is no
     * citation.
     */
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
}
