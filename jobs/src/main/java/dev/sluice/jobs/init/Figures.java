package dev.sluice.jobs.init;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers as text, independent of the locale. */
final class Figures {
  private static final double LEAST_PLAIN = 1e-6;
  private static final double MOST_PLAIN = 1e15;

  private Figures() {}

  /** Formats a finite number with all its digits, in a form that configurations accept. */
  private static String plain(double number) {
    double size = Math.abs(number);
    return size == 0 || size >= LEAST_PLAIN && size < MOST_PLAIN
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }

  /** Formats a finite number with all its digits. At least one digit is after the point. */
  static String decimal(double number) {
    String plain = plain(number);
    return plain.matches("-?[0-9]+") ? plain + ".0" : plain;
  }

  /** Rounds to about four digits. */
  static String rough(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    return plain(exact.round(new MathContext(4, RoundingMode.HALF_EVEN)).doubleValue());
  }

  /**
   * Rounds to a number of digits after the decimal point, or before the decimal point if {@code
   * digits} is negative.
   */
  static double rounded(double number, int digits) {
    return BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
  }

  static String count(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** Formats a number and a noun. The noun is plural unless the number is 1. */
  static String counted(long number, String noun) {
    return "%s %s%s".formatted(count(number), noun, number == 1 ? "" : "s");
  }
}
