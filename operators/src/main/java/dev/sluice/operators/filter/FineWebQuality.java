package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Text;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;
import dev.sluice.operators.text.Lines.Duplicates;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;

/**
 * Implements {@code fineweb-quality}, which has the rules of FineWeb in datatrove's form and order.
 */
final class FineWebQuality {
  private static final OperatorTexts TEXTS = OperatorTexts.of("fineweb-quality");
  private static final Parameter<Integer> SHORT_LINE =
      TEXTS.parameter("short-line", ValueType.whole(0, 1_000_000), "30");
  private static final Parameter<Boolean> KEEP_UNPUNCTUATED =
      TEXTS.flag("keep-unpunctuated", false);

  static final RuleSet RULES =
      RuleSet.of("fineweb-quality")
          .notEmpty(document -> lines(document).lines())
          .measure("fineweb_punctuated_line_ratio", FineWebQuality::punctuated)
          .atLeast("line_punct_ratio", "min-punctuated-lines", "0.12")
          .measure("fineweb_short_line_ratio", FineWebQuality::shortLines)
          .atMost("short_line_ratio", "max-short-lines", "0.67")
          .measure("fineweb_duplicate_line_characters", arguments -> FineWebQuality::duplicates)
          .atMost("char_dup_ratio", "max-duplicate-characters", "0.01")
          .measure("fineweb_newline_ratio", FineWebQuality::newlines)
          .atMost("list_ratio", "max-newlines", "0.3")
          .build(SHORT_LINE, KEEP_UNPUNCTUATED, WORDS);

  private FineWebQuality() {}

  private static Measure punctuated(Arguments arguments) {
    boolean keepNone = arguments.value(KEEP_UNPUNCTUATED);
    return document -> {
      FineWebLines lines = lines(document);
      boolean passes = keepNone && lines.punctuated() == 0;
      return passes ? 1 : Measure.ratio(lines.punctuated(), lines.lines());
    };
  }

  private static Measure shortLines(Arguments arguments) {
    int most = arguments.value(SHORT_LINE);
    return document ->
        Measure.ratio(FineWebLines.shortLines(document.text(), most), lines(document).lines());
  }

  private static Measure newlines(Arguments arguments) {
    WordRule rule = arguments.value(WORDS);
    return document ->
        Measure.ratio(counts(document).newlines(), Words.of(document.text(), rule).count());
  }

  private static double duplicates(Document document) {
    CharCounts counts = counts(document);
    return Measure.ratio(lines(document).duplicateCharacters(), counts.all() - counts.newlines());
  }

  private static FineWebLines lines(Document document) {
    return document.text().analysis(FineWebLines.OF);
  }

  private static CharCounts counts(Document document) {
    return document.text().analysis(CharCounts.OF);
  }

  /**
   * The counts that FineWeb's quality rules use, over the non-blank lines of a text.
   *
   * @param lines the number of lines
   * @param punctuated the number of lines that end with a character that ends a sentence
   * @param duplicateCharacters the number of code points in lines that repeat an earlier line
   */
  private record FineWebLines(int lines, int punctuated, int duplicateCharacters) {
    static final Analysis<FineWebLines> OF = Analysis.by(FineWebLines::count);

    private static FineWebLines count(Text text) {
      Lines lines = text.analysis(Lines.BETWEEN_NEWLINES);
      char[] chars = text.chars();
      int punctuated = 0;
      for (int i = 0; i < lines.count(); i++) {
        int last = CharRange.lastClass(chars, lines.start(i), lines.end(i));
        punctuated += (last & CharClass.TERMINAL) != 0 ? 1 : 0;
      }
      Duplicates duplicates = Duplicates.among(text, lines, false);
      return new FineWebLines(duplicates.lines(), punctuated, duplicates.characters());
    }

    /** Counts the non-blank lines that have at most this many code points. */
    static int shortLines(Text text, int most) {
      Lines lines = text.analysis(Lines.BETWEEN_NEWLINES);
      char[] chars = text.chars();
      int count = 0;
      for (int i = 0; i < lines.count(); i++) {
        int start = lines.start(i);
        int end = lines.end(i);
        boolean maybe = end - start <= 2 * most; // a code point has at most two units
        if (maybe
            && CharRange.codePoints(chars, start, end) <= most
            && !CharRange.isBlank(chars, start, end)) {
          count++;
        }
      }
      return count;
    }
  }
}
