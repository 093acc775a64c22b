package dev.sluice.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts that are made up at random, of a seed. */
public final class TestingTexts {
  private static final String[] PIECES = {
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "a",
    "b",
    "word",
    "Word",
    "the",
    "of",
    "don't",
    "a.b",
    "3.14",
    "1,000",
    "1st",
    "_",
    "__",
    "x_1",
    "-",
    "...",
    "\u2026",
    ".",
    "!",
    "?",
    "\"",
    "'",
    "(",
    ")",
    ":",
    ";",
    "a:b",
    "\u00e9",
    "e\u0301",
    "\u0301",
    "\u00ad",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00a0",
    "\u202f",
    "\u2028",
    "\u0085",
    "\u001c",
    "\u4f60\u597d",
    "\u4e16",
    "\u3053\u3093",
    "\u30ab\u30bf",
    "\u3002",
    "\u0e2a\u0e27\u0e31\u0e2a",
    "\ud55c\uad6d",
    "\u05e9\u05dc\"\u05d5",
    "\u05d0'",
    "\u0645\u0631\u062d",
    "\u0661\u0662",
    "\ud83d\ude00",
    "\ud83d\udc68\u200d\ud83d\udc69",
    "\ud83c\udde9\ud83c\uddea",
    "\ud83d\udc4d\ud83c\udffd",
    "\u2764\ufe0f",
    "\ud835\udc00",
    "\ud801\udc00",
    "#",
    "[12]",
    "{",
    "<b>",
    "&amp;",
    "http://x.y/z",
    "me@x.org",
    "\u0130",
    "\u03a3",
    "\u00df",
    "\u2019",
    "\u00b7",
    "\u0027s"
  };

  private TestingTexts() {}

  /** A text of that many pieces: words, marks, spaces, scripts, whatever goes wrong. */
  public static String mixed(Random random, int pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  /** A text of words of a small vocabulary, so that they repeat, with lines and paragraphs. */
  public static String repetitive(Random random, int words) {
    String[] separators = {" ", " ", " ", " ", "  ", "\n", "\n\n", ". ", "\t"};
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(Character.toString('a' + random.nextInt(4)).repeat(1 + random.nextInt(2)));
      text.append(separators[random.nextInt(separators.length)]);
    }
    return text.toString();
  }

  /** The parts of a text between these places. */
  public static List<String> parts(
      String text,
      int count,
      java.util.function.IntUnaryOperator start,
      java.util.function.IntUnaryOperator end) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(text.substring(start.applyAsInt(i), end.applyAsInt(i)));
    }
    return parts;
  }
}
