package dev.sluice.storage.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The kinds of values that columns distinguish. */
enum JsonKind {
  BOOLEAN("boolean"),
  /** An integer that a double represents exactly. */
  INTEGER("number"),
  /** A 64-bit integer that a double does not represent exactly. */
  LONG("number"),
  /** A number with a fraction or an exponent, or one that is not finite. */
  DOUBLE("number"),
  /** A number that neither 64 bits nor a double can represent. */
  LARGE("number"),
  STRING("string"),
  NESTED("nested value");

  private static final long EXACT = 1L << 53;

  private final String word;

  JsonKind(String word) {
    this.word = word;
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
      case INT -> INTEGER;
      case LONG -> {
        long value = parser.getLongValue();
        yield value >= -EXACT && value <= EXACT ? INTEGER : LONG;
      }
      default -> LARGE;
    };
  }
}
