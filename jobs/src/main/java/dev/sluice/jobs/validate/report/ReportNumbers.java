package dev.sluice.jobs.validate.report;

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
}
