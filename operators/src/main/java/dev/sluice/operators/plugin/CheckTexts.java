package dev.sluice.operators.plugin;

import java.util.List;
import java.util.Random;

/** Texts that operators are tried on: the same every time. */
final class CheckTexts {
  /** Repeated to a long text, and mixed. */
  private static final List<String> UNITS =
      List.of(
          " ",
          "\n",
          "\r\n",
          "\t",
          "a",
          "A",
          "a ",
          "word ",
          "The end. ",
          "don't ",
          "3.14 ",
          "2024-01-31 ",
          ".",
          "...",
          "!?",
          "\"",
          "(",
          ")",
          "[1]",
          "<",
          "<b>",
          "</p>",
          "&amp;",
          "&",
          "\\",
          "/*",
          "http://",
          "https://example.org/a?b=c ",
          "a@b.org ",
          "1:",
          "1.2.3.4 ",
          "\u0000",
          "\u00a0",
          "\u00e9",
          "e\u0301",
          "\u0130",
          "\u00df",
          "\u200b",
          "\u200d",
          "\u2028",
          "\u3000",
          "\ufeff",
          "\ufffd",
          "\uffff",
          "\u4f60\u597d",
          "\u3002",
          "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
          "\u05d0\u05d1",
          "\u202e",
          "\ud83d\ude00",
          "\ud83d\udc68\u200d\ud83d\udc69",
          "\ud83c\udde9\ud83c\uddea");

  private CheckTexts() {}

  /** How many units there are. */
  static int units() {
    return UNITS.size();
  }

  /** A unit repeated to a text of about this many UTF-16 units. */
  static String repeated(int unit, int length) {
    String text = UNITS.get(unit);
    return text.repeat(Math.max(1, length / text.length()));
  }

  /** A mixture of units, up to 60 of them; the first one is empty. */
  static String mixed(int number) {
    Random random = new Random(number);
    StringBuilder text = new StringBuilder();
    for (int left = number == 0 ? 0 : random.nextInt(60); left > 0; left--) {
      text.append(UNITS.get(random.nextInt(UNITS.size())));
    }
    return text.toString();
  }
}
