package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Text;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.Sentences;

/** {@code c4-quality}: keeps the good lines of a document, and the document if these suffice. */
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
    Pass pass = new Pass(document.text());
    Lines lines = document.text().analysis(Lines.UNIVERSAL);
    char[] chars = document.text().chars();
    for (int i = 0; i < lines.count(); i++) {
      int end = CharRange.stripEnd(chars, lines.start(i), lines.end(i));
      int start = CharRange.stripStart(chars, lines.start(i), end);
      if (!pass.line(start, end)) {
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
    private final String string;
    private final char[] chars;
    private final StringBuilder kept = new StringBuilder();
    private boolean first = true;
    private int sentences;
    private String reason = "";
    private int bracket = -1; // the next one, as far as it was looked for

    // the last kept part of the text, which is not copied as long as the next one follows it
    private int from;
    private int to;

    Pass(Text text) {
      string = text.string();
      chars = text.chars();
    }

    /** Takes a line or leaves it out; false where it drops the document. */
    boolean line(int start, int end) {
      int words = C4Line.words(chars, start, end, longestWord);
      if (words < 0) {
        return true;
      }
      if (citations && hasBracket(start, end)) {
        String line = C4Line.withoutCitations(chars, start, end);
        char[] other = line.toCharArray();
        if (judge(other, 0, other.length, words)) {
          keep(line, other);
        }
      } else if (judge(chars, start, end, words)) {
        keep(start, end);
      }
      return reason.isEmpty();
    }

    private boolean hasBracket(int start, int end) {
      if (bracket < start) {
        int next = string.indexOf('[', start);
        bracket = next < 0 ? string.length() : next;
      }
      return bracket < end;
    }

    /** Whether a line stays; where it drops the document, with the reason. */
    private boolean judge(char[] line, int start, int end, int words) {
      if (punctuation && !C4Line.endsSentence(line, start, end) || words < minWords) {
        return false;
      }
      int signs = C4Line.signs(line, start, end) & asked;
      if ((signs & C4Line.LOREM_IPSUM) != 0) {
        reason = "lorem_ipsum";
      } else if ((signs & C4Line.CURLY_BRACKET) != 0 && (signs & C4Line.JAVASCRIPT) == 0) {
        reason = "curly_bracket";
      }
      return signs == 0;
    }

    private void keep(int start, int end) {
      sentences += Sentences.count(chars, start, end);
      if (!first && to + 1 == start && chars[to] == '\n') {
        to = end;
        return;
      }
      copy();
      from = start;
      to = end;
    }

    private void keep(String line, char[] other) {
      sentences += Sentences.count(other, 0, other.length);
      copy();
      kept.append(line);
      from = 0;
      to = 0;
    }

    private void copy() {
      kept.append(string, from, to).append(first ? "" : "\n");
      first = false;
    }

    /** The lines that stay, without the white space at their ends. */
    String text() {
      if (kept.length() == 0 && from == 0 && to == string.length() && !string.isEmpty()) {
        return stripped(string);
      }
      return stripped(kept.append(string, from, to).toString());
    }

    private static String stripped(String text) {
      char[] ends = text.toCharArray();
      int end = CharRange.stripEnd(ends, 0, ends.length);
      return text.substring(CharRange.stripStart(ends, 0, end), end);
    }
  }
}
