package dev.sluice.storage.json;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_TIME;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;

/** Formats dates and times as in ISO 8601. */
final class JsonTimes {
  private static final long EPOCH_AS_JULIAN_DAY = 2_440_588;

  private JsonTimes() {}

  /** A day, given as days since 1970-01-01. */
  static String date(int day) {
    return LocalDate.ofEpochDay(day).toString();
  }

  /** A time of day; a plain number if it is outside a day. */
  static String time(long value, TimeLogicalTypeAnnotation time) {
    TimeUnit unit = unit(time.getUnit());
    boolean within = value >= 0 && value < unit.convert(1, TimeUnit.DAYS);
    if (!within) {
      return Long.toString(value);
    }
    String text = ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(unit.toNanos(value)));
    return time.isAdjustedToUTC() ? text + "Z" : text;
  }

  /** A timestamp, given relative to 1970-01-01. */
  static String timestamp(long value, TimestampLogicalTypeAnnotation timestamp) {
    TimeUnit unit = unit(timestamp.getUnit());
    long second = unit.convert(1, TimeUnit.SECONDS);
    long nanos = unit.toNanos(Math.floorMod(value, second));
    LocalDateTime moment =
        LocalDateTime.ofEpochSecond(Math.floorDiv(value, second), (int) nanos, ZoneOffset.UTC);
    String text = ISO_LOCAL_DATE_TIME.format(moment);
    return timestamp.isAdjustedToUTC() ? text + "Z" : text;
  }

  /** A timestamp, given as Julian day and nanoseconds of that day. */
  static String julian(long nanosOfDay, int day) {
    return ISO_LOCAL_DATE_TIME.format(
        LocalDate.ofEpochDay(day - EPOCH_AS_JULIAN_DAY)
            .atStartOfDay()
            .plus(nanosOfDay, ChronoUnit.NANOS));
  }

  private static TimeUnit unit(org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLISECONDS;
      case MICROS -> TimeUnit.MICROSECONDS;
      case NANOS -> TimeUnit.NANOSECONDS;
    };
  }
}
