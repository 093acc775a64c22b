package dev.sluice.storage.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The kinds of values that columns distinguish. */
enum JsonKind {
  BOOLEAN("boolean", "a boolean"),
  /** An integer of 32 bits. */
  INT("number", "an integer"),
  /** A larger integer that a double represents exactly. */
  INTEGER("number", "an integer of more than 32 bits"),
  /** A 64-bit integer that a double does not represent exactly. */
  LONG("number", "an integer that no double represents exactly"),
  /** A number with a fraction or an exponent, or one that is not finite. */
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

  /** A value of the kind, in messages about one value. */
  String seen() {
    return seen;
  }

  /** The kind in messages. Kinds with the same word are compatible. */
  String word() {
    return word;
  }

  /** The kind of the parser's current value, which is not null. */
  static JsonKind of(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
      case VALUE_NUMBER_INT -> whole(parser);
      case VALUE_NUMBER_FLOAT -> isLarge(parser) ? LARGE : DOUBLE;
      case VALUE_STRING -> STRING;
      default -> NESTED;
    };
  }

  /** Whether digits mean more than a double can hold. */
  private static boolean isLarge(JsonParser parser) throws IOException {
    return Double.isInfinite(parser.getDoubleValue()) && !parser.getText().endsWith("Infinity");
  }

  private static JsonKind whole(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> INT;
      case LONG -> {
        long value = parser.getLongValue();
        yield value >= -EXACT && value <= EXACT ? INTEGER : LONG;
      }
      default -> LARGE;
    };
  }
}
