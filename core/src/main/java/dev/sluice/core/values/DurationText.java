package dev.sluice.core.values;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats durations as people write them. They consist of a whole number and {@code ms},
 * {@code s}, {@code m}, {@code h} or {@code d}.
 */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,12}) ?(ms|s|m|h|d)");

  private DurationText() {}

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException if the text is not a duration, including when the unit is
   *     missing
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is not a duration such as 5s");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** Formats a duration rounded for display, such as {@code 2 h 5 min}, in whole seconds. */
  public static String approximate(Duration duration) {
    if (duration.toDays() > 0) {
      return "%d d %d h".formatted(duration.toDays(), duration.toHoursPart());
    }
    if (duration.toHours() > 0) {
      return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
    }
    return duration.toMinutes() > 0
        ? "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart())
        : "%d s".formatted(duration.toSeconds());
  }

  /**
   * Formats a duration in the largest unit that needs no fraction, such as {@code 5s}; {@link
   * #parse} reads the result.
   */
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0 || millis == 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }
}
