package dev.sluice.jobs.init;

import dev.sluice.core.values.ByteSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as text: the same on every machine. */
final class Figures {
  private static final double SMALLEST_PLAIN = 1e-6;
  private static final double GREATEST_PLAIN = 1e15;

  private Figures() {}

  /** A finite number with all its digits, in a form that configurations take. */
  static String plain(double number) {
    double size = Math.abs(number);
    if (size == 0) {
      return "0";
    }
    return size >= SMALLEST_PLAIN && size < GREATEST_PLAIN
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }

  /** The same with a digit after the point at least. */
  static String decimal(double number) {
    String plain = plain(number);
    return plain.matches("-?[0-9]+") ? plain + ".0" : plain;
  }

  /** About four digits. */
  static String rough(double number) {
    if (number == 0 || !Double.isFinite(number)) {
      return number == 0 ? "0" : Double.toString(number);
    }
    int digits = 3 - (int) Math.floor(Math.log10(Math.abs(number)));
    return plain(rounded(number, Math.max(-300, Math.min(300, digits))));
  }

  /** Rounded to so many digits after the point; before it, if negative. */
  static double rounded(double number, int digits) {
    return BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
  }

  static String count(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String bytes(double bytes) {
    return ByteSize.approximate(Math.round(bytes));
  }

  /** A number and its noun. */
  static String counted(long number, String noun) {
    return "%s %s%s".formatted(count(number), noun, number == 1 ? "" : "s");
  }
}
