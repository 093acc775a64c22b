package dev.sluice.jobs.analyze;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers for people. */
final class Shown {
  private static final MathContext DIGITS = new MathContext(4);
  private static final double LARGE = 10_000;
  private static final double GREAT = 1e15;
  private static final double SMALL = 1e-4;

  private Shown() {}

  /** Four significant digits; all digits before the decimal point. */
  static String number(double number) {
    double size = Math.abs(number);
    if (size >= LARGE && size < GREAT) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size != 0 && (size < SMALL || size >= GREAT)) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    return new BigDecimal(number).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  static String share(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }
}
