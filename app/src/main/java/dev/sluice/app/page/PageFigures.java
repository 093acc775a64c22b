package dev.sluice.app.page;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers as people read them. */
final class PageFigures {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final double PERCENT = 100;
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;
  private static final int TEN = 10;

  private PageFigures() {}

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A part of 1, rounded down, so that 100 % is all. */
  static String percent(double fraction) {
    double floor = Math.floor(Math.max(0, fraction) * PERCENT * TEN) / TEN;
    return String.format(Locale.ROOT, "%.1f %%", floor);
  }

  /** A rate of 1, rounded. */
  static String rate(double rate) {
    return String.format(Locale.ROOT, "%.2f %%", rate * PERCENT);
  }

  /** Two units at most: 2 h 5 min, 3 min 12 s. */
  static String duration(long seconds) {
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

  /** Date and time in the time zone of this process. */
  static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** A snake_case name as words. */
  static String words(String name) {
    return name.replace('_', ' ');
  }
}
