package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.storage.json.JsonText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A value that a filter compares.
 *
 * @param kind the kind; {@link ColumnKind#NOTHING} for null
 * @param value the value, in the form that the kind describes; null if the kind is NOTHING
 */
record FilterValue(ColumnKind kind, Object value) {
  /** The value null. */
  static final FilterValue NOTHING = new FilterValue(ColumnKind.NOTHING, null);

  /** A value of which a filter can only check whether it is present. */
  static final FilterValue OTHER = new FilterValue(ColumnKind.OTHER, "");

  /** The maximum number of digits before the decimal point of a double. */
  private static final int MOST_DIGITS = 310;

  /** Returns the value of a field of an object, or empty if the object lacks the field. */
  static Optional<FilterValue> of(JsonText json, String field) {
    return json.json(field)
        .map(
            value ->
                switch (value.get(0)) {
                  case 'n' -> NOTHING;
                  case 't' -> new FilterValue(ColumnKind.BOOLEAN, true);
                  case 'f' -> new FilterValue(ColumnKind.BOOLEAN, false);
                  case '"' -> string(json.string(field).orElseThrow());
                  case '{', '[' -> OTHER;
                  default -> number(US_ASCII.decode(value).toString());
                });
  }

  /** Returns the value for a string. */
  static FilterValue string(byte[] utf8) {
    return new FilterValue(ColumnKind.STRING, ByteBuffer.wrap(utf8));
  }

  /**
   * Returns the value for a number in decimal notation. The value is exact if the number is written
   * without point and exponent. A filter does not compare numbers that neither 64 bits nor a double
   * can hold.
   */
  static FilterValue number(String text) {
    double nearest = Double.parseDouble(text);
    if (Double.isInfinite(nearest) && !text.endsWith("Infinity")) {
      return OTHER;
    }
    FilterValue floating = new FilterValue(ColumnKind.FLOATING, nearest);
    boolean isWhole = text.chars().allMatch(digit -> digit == '-' || Character.isDigit(digit));
    if (!isWhole || text.length() > MOST_DIGITS) {
      return floating;
    }
    BigInteger whole = new BigInteger(text);
    if (whole.bitLength() < Long.SIZE) {
      return new FilterValue(ColumnKind.INTEGER, whole.longValue());
    }
    return new BigDecimal(nearest).toBigInteger().equals(whole) ? floating : OTHER;
  }
}
