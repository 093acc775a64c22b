package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The kinds of values that columns distinguish. */
enum JsonKind {
  BOOLEAN("boolean", "a boolean"),
  /** An integer of 32 bits. */
  INT("number", "an integer"),
  /** A larger integer that a double represents exactly. */
  INTEGER("number", "an integer of more than 32 bits"),
  /** A 64-bit integer that a double does not represent exactly. */
  LONG("number", "an integer that no double represents exactly"),
  /** A number with a fraction or an exponent, or a number that is not finite. */
  DOUBLE("number", "a number with a fraction or an exponent"),
  /** A number that neither 64 bits nor a double can represent. */
  LARGE("number", "a number beyond 64 bits"),
  STRING("string", "a string"),
  NESTED("nested value", "an object or array");

  private static final long EXACT = 1L << 53;

  private final String word;
  private final String seen;

  JsonKind(String word, String seen) {
    this.word = word;
    this.seen = seen;
  }

  /** Returns the phrase for a value of the kind. Messages about one value use it. */
  String seen() {
    return seen;
  }

  /** Returns the word for the kind in messages. Kinds with the same word are compatible. */
  String word() {
    return word;
  }

  /** Returns the kind of a value in a range of bytes. The value is valid and not null. */
  static JsonKind of(byte[] json, int begin, int end) {
    return switch (json[begin]) {
      case 't', 'f' -> BOOLEAN;
      case '"' -> STRING;
      case '{', '[' -> NESTED;
      default -> ofNumber(new String(json, begin, end - begin, US_ASCII));
    };
  }

  private static JsonKind ofNumber(String text) {
    boolean isWhole = text.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9');
    if (!isWhole) {
      boolean isLarge = Double.isInfinite(Double.parseDouble(text)) && !text.endsWith("Infinity");
      return isLarge ? LARGE : DOUBLE;
    }
    try {
      long value = Long.parseLong(text);
      if (value == (int) value) {
        return INT;
      }
      return value >= -EXACT && value <= EXACT ? INTEGER : LONG;
    } catch (NumberFormatException e) {
      return LARGE;
    }
  }
}
