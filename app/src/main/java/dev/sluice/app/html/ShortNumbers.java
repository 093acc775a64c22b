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
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return (text.contains(".") ? text.replaceAll("\\.?0+$", "") : text) + UNITS[unit];
  }
}
