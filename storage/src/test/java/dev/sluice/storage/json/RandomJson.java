package dev.sluice.storage.json;

import java.util.Random;

/** JSON that a random number generator makes, with all there is in JSON. */
final class RandomJson {
  private static final String[] NAMES = {"text", "a", "b", "te\\u0078t", "meta", "", "\\\"", "ü"};

  private static final String[] PIECES = {
    "x",
    "ein Wort ",
    "\\n",
    "\\\"",
    "\\\\",
    "\\u0041",
    "\\ud83d\\ude00",
    "é",
    "你好",
    "😀",
    "\u0301",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\/",
    "\u007f",
    "\\u0000",
    "a longer piece of plain text, "
  };

  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-12",
    "0.5",
    "1e9",
    "1E+400",
    "-1.25e-7",
    "9223372036854775807",
    "9223372036854775808",
    "123456789012345678901234567890",
    "0.1000000000000000055511151231257827"
  };

  private static final String[] BLANKS = {"", "", "", " ", "\n", "\r\n", "\t", "  "};

  private RandomJson() {}

  /** An object with others in it, at most so deep. */
  static String object(Random random, int depth) {
    StringBuilder json = new StringBuilder("{");
    int members = random.nextInt(4);
    for (int i = 0; i < members; i++) {
      json.append(i == 0 ? "" : ",").append(blank(random));
      json.append('"').append(pick(random, NAMES)).append('"').append(blank(random));
      json.append(':').append(blank(random)).append(value(random, depth)).append(blank(random));
    }
    return json.append(blank(random)).append('}').toString();
  }

  private static String value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> pick(random, NUMBERS);
      case 1 -> random.nextBoolean() ? "true" : "false";
      case 2 -> "null";
      case 6 -> object(random, depth - 1);
      case 7 -> array(random, depth - 1);
      default -> string(random);
    };
  }

  private static String array(Random random, int depth) {
    StringBuilder json = new StringBuilder("[").append(blank(random));
    int elements = random.nextInt(4);
    for (int i = 0; i < elements; i++) {
      json.append(i == 0 ? "" : ",").append(blank(random));
      json.append(value(random, depth)).append(blank(random));
    }
    return json.append(']').toString();
  }

  private static String string(Random random) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = random.nextInt(6); i > 0; i--) {
      json.append(pick(random, PIECES));
    }
    return json.append('"').toString();
  }

  private static String blank(Random random) {
    return pick(random, BLANKS);
  }

  private static String pick(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }
}
