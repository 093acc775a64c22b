package dev.sluice.app.html;

import java.util.Locale;

/** Numbers for marks of charts. */
public final class ShortNumbers {
  private static final String[] UNITS = {"", "k", "M", "G", "T"};

  private ShortNumbers() {}

  /** A number with at most three digits and a prefix, such as 2.5k. */
  public static String of(double number) {
    double value = number;
    int unit = 0;
    while (Math.abs(value) >= 1000 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    String text = String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.2f", value);
    return (text.contains(".") ? text.replaceAll("\\.?0+$", "") : text) + UNITS[unit];
  }
}
