package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;
import java.util.Arrays;

/**
 * The lines of a text in order. They can also be parts that are separated in a different way.
 * Memory: 8 bytes per line.
 */
public final class Lines {
  /** The parts between line feeds, as {@code text.split("\n")}. */
  public static final Analysis<Lines> BETWEEN_NEWLINES = Analysis.by(Lines::betweenNewlines);

  /** Parts between runs of line feeds, as {@code re.split("\n+", text)}. */
  public static final Analysis<Lines> BETWEEN_RUNS = Analysis.by(text -> betweenRuns(text, 1));

  /** Parts between runs of two or more line feeds, as {@code re.split("\n{2,}", text.strip())}. */
  public static final Analysis<Lines> PARAGRAPHS = Analysis.by(text -> betweenRuns(text, 2));

  /**
   * The lines of Python's {@code str.splitlines}. Each character of {@link CharClass#LINE_END} ends
   * a line, CR LF together end one line, and there is no empty line after the last line break.
   */
  public static final Analysis<Lines> UNIVERSAL = Analysis.by(Lines::universal);

  private int count;
  private int[] starts = new int[16];
  private int[] ends = new int[16];

  private Lines() {}

  /** Returns the number of lines. */
  public int count() {
    return count;
  }

  /** Returns the start of line {@code i} in UTF-16 units. */
  public int start(int i) {
    return starts[i];
  }

  /** Returns the end of line {@code i} in UTF-16 units, without its line break. */
  public int end(int i) {
    return ends[i];
  }

  private static Lines betweenNewlines(Text text) {
    String string = text.string();
    Lines lines = new Lines();
    int start = 0;
    for (int feed = string.indexOf('\n'); feed >= 0; feed = string.indexOf('\n', start)) {
      lines.add(start, feed);
      start = feed + 1;
    }
    lines.add(start, string.length());
    return lines;
  }

  private static Lines betweenRuns(Text text, int least) {
    char[] chars = text.chars();
    boolean strip = least > 1;
    int end = strip ? CharRange.stripEnd(chars, 0, chars.length) : chars.length;
    int start = strip ? CharRange.stripStart(chars, 0, end) : 0;
    Lines lines = new Lines();
    int at = text.string().indexOf('\n', start);
    while (at >= 0 && at < end) {
      int run = at;
      while (run < end && chars[run] == '\n') {
        run++;
      }
      if (run - at >= least) {
        lines.add(start, at);
        start = run;
      }
      at = text.string().indexOf('\n', run);
    }
    lines.add(start, end);
    return lines;
  }

  private static Lines universal(Text text) {
    if (text.analysis(CharCounts.OF).otherLineEnds() == 0) {
      return text.analysis(BETWEEN_NEWLINES).withoutLastIfEmpty();
    }
    char[] chars = text.chars();
    Lines lines = new Lines();
    int start = 0;
    int at = 0;
    while (at < chars.length) {
      char unit = chars[at];
      if ((CharClass.ofUnit(unit) & CharClass.LINE_END) != 0) {
        lines.add(start, at);
        at += unit == '\r' && at + 1 < chars.length && chars[at + 1] == '\n' ? 2 : 1;
        start = at;
      } else {
        at++;
      }
    }
    if (start < chars.length) {
      lines.add(start, chars.length);
    }
    return lines;
  }

  private Lines withoutLastIfEmpty() {
    if (starts[count - 1] < ends[count - 1]) {
      return this;
    }
    Lines lines = new Lines();
    lines.count = count - 1;
    lines.starts = starts;
    lines.ends = ends;
    return lines;
  }

  private void add(int start, int end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    starts[count] = start;
    ends[count++] = end;
  }

  /**
   * The number of lines that repeat an earlier line.
   *
   * @param lines the number of lines examined
   * @param duplicates the number of lines that repeat an earlier line
   * @param characters the number of code points in these repeated lines
   */
  public record Duplicates(int lines, int duplicates, int characters) {
    /**
     * Counts repeated lines. It compares hashes of 64 bits.
     *
     * @param blanks whether blank lines are examined too
     */
    public static Duplicates among(Text text, Lines lines, boolean blanks) {
      char[] chars = text.chars();
      HashGroups seen = new HashGroups(lines.count());
      int looked = 0;
      int duplicates = 0;
      int characters = 0;
      for (int i = 0; i < lines.count(); i++) {
        int start = lines.start(i);
        int end = lines.end(i);
        if (!blanks && CharRange.isBlank(chars, start, end)) {
          continue;
        }
        looked++;
        if (seen.count(seen.add(TextHash.of(chars, start, end))) > 1) {
          duplicates++;
          characters += CharRange.codePoints(chars, start, end);
        }
      }
      return new Duplicates(looked, duplicates, characters);
    }
  }
}
