package dev.sluice.app.report.job;

import dev.sluice.algorithms.difference.SequenceDifference;
import dev.sluice.algorithms.difference.SequenceDifference.Kind;
import dev.sluice.algorithms.difference.SequenceDifference.Part;
import dev.sluice.app.html.Excerpt;
import dev.sluice.app.html.HtmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two texts with their differences, word by word.
 *
 * @param first words and spaces of the first text
 * @param second those of the second text
 * @param parts what is in both and in one
 */
record TextDifference(List<String> first, List<String> second, List<Part> parts) {
  /** Only so much of a text is compared and shown. */
  private static final int MOST_CHARACTERS = 20_000;

  /** After so much of a text, the rest is not shown. */
  private static final int SHOWN_CHARACTERS = 3_000;

  /** So many words are left of an equal passage at each end. */
  private static final int CONTEXT = 30;

  private static final Pattern TOKEN =
      Pattern.compile("\\s+|[\\p{L}\\p{N}\\p{M}]+|.", Pattern.DOTALL);

  static TextDifference of(String first, String second) {
    List<String> left = tokens(first);
    List<String> right = tokens(second);
    return new TextDifference(left, right, SequenceDifference.of(left, right));
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(Excerpt.of(text, MOST_CHARACTERS));
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  void writeFirst(HtmlWriter html) {
    write(html, first, Kind.DELETED, "del");
  }

  /** An equal part has its indexes in the first text, whose words are the same. */
  void writeSecond(HtmlWriter html) {
    write(html, second, Kind.INSERTED, "ins");
  }

  private void write(HtmlWriter html, List<String> own, Kind ownKind, String element) {
    html.open("div", "dir", "auto");
    int shown = 0;
    for (Part part : parts) {
      if (shown > SHOWN_CHARACTERS) {
        html.text(" […]");
        break;
      }
      if (part.kind() == Kind.EQUAL) {
        String text = equal(part);
        html.text(text);
        shown += text.length();
      } else if (part.kind() == ownKind) {
        String text = String.join("", own.subList(part.from(), part.to()));
        html.element(element, Excerpt.of(text, SHOWN_CHARACTERS));
        shown += text.length();
      }
    }
    html.close();
  }

  /** An equal passage, without its middle if it is long. */
  private String equal(Part part) {
    List<String> words = first.subList(part.from(), part.to());
    if (words.size() <= 3 * CONTEXT) {
      return String.join("", words);
    }
    return String.join("", words.subList(0, CONTEXT))
        + " […] "
        + String.join("", words.subList(words.size() - CONTEXT, words.size()));
  }
}
