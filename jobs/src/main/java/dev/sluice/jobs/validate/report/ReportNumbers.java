package dev.sluice.jobs.validate.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for reports and messages. */
public final class ReportNumbers {
  private ReportNumbers() {}

  /** An integer with commas between thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number of things, in the plural unless it is one. */
  public static String counted(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** A fraction in percent with at most this many decimals, without trailing zeros. */
  public static String percent(double share, int decimals) {
    return trimmed(100 * share, decimals) + "%";
  }

  /** A number with at most this many decimals, without trailing zeros. */
  public static String trimmed(double number, int decimals) {
    String text = String.format(Locale.ROOT, "%." + decimals + "f", number);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /**
   * The least, the greatest and the mean of some numbers with at most this many decimals. None is
   * rounded out of the range, so that it does not seem to reach a bound which it is below.
   */
  public static String range(double least, double mean, double greatest, int decimals) {
    String low = least(least, greatest, decimals);
    String high = greatest(least, greatest, decimals);
    String middle = trimmed(mean, decimals);
    if (Double.parseDouble(middle) > Double.parseDouble(high)) {
      middle = high;
    } else if (Double.parseDouble(middle) < Double.parseDouble(low)) {
      middle = low;
    }
    return "%s to %s, mean %s".formatted(low, high, middle);
  }

  private static String least(double least, double greatest, int decimals) {
    return fits(least, greatest, decimals)
        ? rounded(least, decimals, RoundingMode.CEILING)
        : Double.toString(least);
  }

  private static String greatest(double least, double greatest, int decimals) {
    return fits(least, greatest, decimals)
        ? rounded(greatest, decimals, RoundingMode.FLOOR)
        : Double.toString(greatest);
  }

  /** Whether there is a number of so few decimals within the range. */
  private static boolean fits(double least, double greatest, int decimals) {
    return !Double.isFinite(least)
        || !Double.isFinite(greatest)
        || Double.parseDouble(rounded(least, decimals, RoundingMode.CEILING))
            <= Double.parseDouble(rounded(greatest, decimals, RoundingMode.FLOOR));
  }

  private static String rounded(double number, int decimals, RoundingMode mode) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(decimals, mode).stripTrailingZeros();
    return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
  }
}
