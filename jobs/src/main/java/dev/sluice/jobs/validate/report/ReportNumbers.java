package dev.sluice.jobs.validate.report;

import java.util.Locale;

/** Formats numbers for reports and messages. */
public final class ReportNumbers {
  private ReportNumbers() {}

  /** Formats an integer with commas between thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a number and a noun. The noun is plural unless the number is 1. */
  public static String counted(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Formats a fraction as a percentage with at most this many decimals, without trailing zeros. */
  public static String percent(double share, int decimals) {
    return trimmed(100 * share, decimals) + "%";
  }

  /** Formats a number with at most this many decimals, without trailing zeros. */
  public static String trimmed(double number, int decimals) {
    String text = String.format(Locale.ROOT, "%." + decimals + "f", number);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
