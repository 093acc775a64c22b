package dev.sluice.app.html;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats numbers, times and texts for pages. */
public final class Figures {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final String[] UNITS = {"", "k", "M", "G", "T"};
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;

  private Figures() {}

  /** Formats a fraction as a percentage, rounded down, so that 100 % means everything. */
  public static String part(double fraction) {
    double floor = Math.floor(Math.max(0, fraction) * 1_000) / 10;
    return String.format(Locale.ROOT, "%.1f %%", floor);
  }

  /** Formats a fraction as a percentage, rounded to the nearest value. */
  public static String rate(double rate) {
    return String.format(Locale.ROOT, "%.2f %%", rate * 100);
  }

  /** Formats a number with at most three digits and a unit prefix, such as 2.5k. */
  public static String rounded(double number) {
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

  /** Formats a duration in at most two units, such as 2 h 5 min or 3 min 12 s. */
  public static String duration(long seconds) {
    long s = Math.max(0, seconds);
    if (s < MINUTE) {
      return s + " s";
    }
    if (s < HOUR) {
      return s / MINUTE + " min " + s % MINUTE + " s";
    }
    return s < DAY
        ? s / HOUR + " h " + s % HOUR / MINUTE + " min"
        : s / DAY + " d " + s % DAY / HOUR + " h";
  }

  /** Formats date and time. */
  public static String time(long millis, ZoneId zone) {
    return TIME.withZone(zone).format(Instant.ofEpochMilli(millis));
  }

  /** Converts a snake_case name to words. */
  public static String words(String name) {
    return name.replace('_', ' ');
  }

  /** Cuts a text to at most this many code points, with an ellipsis if it was longer. */
  public static String cut(String text, int most) {
    return text.length() <= most || text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most)) + "…";
  }
}
