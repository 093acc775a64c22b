package dev.sluice.operators.filter;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.Sentences;

/** {@code c4-quality}: keeps the good lines of a document, and the document if these suffice. */
final class C4Quality implements TextOperator {
  private static final int MOST = 1_000_000;
  private static final Parameter<Integer> MAX_WORD =
      Parameter.of(
          "max-word-length",
          ValueType.whole(1, MOST),
          "1000",
          "Lines with a longer word are left out.");
  private static final Parameter<Boolean> CITATIONS =
      flag("citations", "Takes `[12]`, `[edit]` and `[citation needed]` out of lines.");
  private static final Parameter<Boolean> PUNCTUATION =
      flag(
          "terminal-punctuation",
          "Leaves out lines that do not end with one of `. ? ! \" '`, or end with `...`. FineWeb"
              + " has this off.");
  private static final Parameter<Integer> MIN_WORDS =
      Parameter.of(
          "min-words", ValueType.whole(0, MOST), "3", "Lines with fewer words are left out.");
  private static final Parameter<Boolean> LOREM_IPSUM =
      flag("lorem-ipsum", "Drops documents with `lorem ipsum`.");
  private static final Parameter<Boolean> JAVASCRIPT =
      flag("javascript", "Leaves out lines with `javascript`.");
  private static final Parameter<Boolean> CURLY_BRACKET =
      flag("curly-bracket", "Drops documents with `{`.");
  private static final Parameter<Boolean> POLICY =
      flag(
          "policy",
          "Leaves out lines with `terms of use`, `privacy policy`, `cookie policy`, `uses cookies`,"
              + " `use of cookies` or `use cookies`.");
  private static final Parameter<Integer> MIN_SENTENCES =
      Parameter.of(
          "min-sentences",
          ValueType.whole(0, MOST),
          "5",
          "Documents with fewer sentences in the lines that stay are dropped.");

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
    return OperatorDescription.of(
            OperatorGroup.FILTER,
            "c4-quality",
            "Keeps the good lines of a document, and the document if these suffice.")
        .rule(
            "Line by line (lines end as for Python's `str.splitlines`, and white space at their"
                + " ends goes), the rules in the order of the parameters; the first that applies"
                + " ends a line's way. Words are what stands between white space. The lines that"
                + " stay are joined by line feeds: **this filter changes texts**. A sentence ends"
                + " after `.`, `?` or `!` before white space, or after any other of 159 characters"
                + " that end one in other scripts; datatrove asks spaCy. The reasons have"
                + " datatrove's names.")
        .reference("Raffel et al. 2020; datatrove 0.10 `C4QualityFilter`")
        .example("{terminal-punctuation: false}")
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

  private static Parameter<Boolean> flag(String name, String description) {
    return Parameter.of(name, ValueType.flag(), "true", description);
  }

  @Override
  public Decision apply(Document document) {
    Pass pass = new Pass(document.text().length());
    Lines lines = document.text().analysis(Lines.UNIVERSAL);
    char[] chars = document.text().chars();
    for (int i = 0; i < lines.count(); i++) {
      int end = CharRange.stripEnd(chars, lines.start(i), lines.end(i));
      int start = CharRange.stripStart(chars, lines.start(i), end);
      if (!pass.line(chars, start, end)) {
        return new Decision.Dropped(pass.reason, Double.NaN);
      }
    }
    if (pass.sentences < minSentences) {
      return new Decision.Dropped("too_few_sentences", pass.sentences);
    }
    return Decision.changed(document, pass.text());
  }

  /** The way through the lines of one document. */
  private final class Pass {
    private final StringBuilder kept;
    private boolean first = true;
    private int sentences;
    private String reason = "";

    Pass(int length) {
      kept = new StringBuilder(length);
    }

    /** Takes a line or leaves it out; false where it drops the document. */
    boolean line(char[] chars, int from, int to) {
      int words = C4Line.words(chars, from, to, longestWord);
      if (words < 0) {
        return true;
      }
      if (citations && hasBracket(chars, from, to)) {
        char[] line = C4Line.withoutCitations(chars, from, to).toCharArray();
        return bare(line, 0, line.length, words);
      }
      return bare(chars, from, to, words);
    }

    private boolean bare(char[] chars, int from, int to, int words) {
      if (punctuation && !C4Line.endsSentence(chars, from, to) || words < minWords) {
        return true;
      }
      int signs = C4Line.signs(chars, from, to) & asked;
      if ((signs & C4Line.LOREM_IPSUM) != 0) {
        return drop("lorem_ipsum");
      }
      if ((signs & C4Line.JAVASCRIPT) != 0) {
        return true;
      }
      if ((signs & C4Line.CURLY_BRACKET) != 0) {
        return drop("curly_bracket");
      }
      if ((signs & C4Line.POLICY) == 0) {
        keep(chars, from, to);
      }
      return true;
    }

    private boolean drop(String why) {
      reason = why;
      return false;
    }

    private void keep(char[] chars, int from, int to) {
      sentences += Sentences.count(chars, from, to);
      kept.append(first ? "" : "\n").append(chars, from, to - from);
      first = false;
    }

    /** The lines that stay, without the white space at their ends. */
    String text() {
      char[] chars = kept.toString().toCharArray();
      int end = CharRange.stripEnd(chars, 0, chars.length);
      int start = CharRange.stripStart(chars, 0, end);
      return kept.substring(start, end);
    }

    private static boolean hasBracket(char[] chars, int from, int to) {
      for (int i = from; i < to; i++) {
        if (chars[i] == '[') {
          return true;
        }
      }
      return false;
    }
  }
}
