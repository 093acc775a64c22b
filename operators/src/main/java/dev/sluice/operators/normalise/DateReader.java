package dev.sluice.operators.normalise;

import dev.sluice.operators.normalise.DateMapper.SlashOrder;
import dev.sluice.operators.text.LowerCase;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads dates at places of one text. Looks at no more than some 30 characters. Not thread-safe. */
final class DateReader {
  private static final List<String> MONTHS =
      Arrays.asList(
          "january february march april may june july august september october november december"
              .split(" "));
  private static final List<String> ORDINALS = List.of("st", "nd", "rd", "th");
  private static final int NONE = -1;
  private static final char DAY_SIGN = '\u65E5';
  private static final int LEAST_YEAR = 1000;

  private final String text;
  private final SlashOrder order;
  private int at;

  DateReader(String text, SlashOrder order) {
    this.text = text;
    this.order = order;
  }

  /** A date, and where it ends. */
  record Found(LocalDate date, int end) {}

  /** The date that begins at the beginning of a word; empty where there is none. */
  Optional<Found> at(int start) {
    at = start;
    Optional<LocalDate> date = isDigit(start) ? numberFirst() : monthFirst();
    boolean ends =
        at >= text.length()
            || !DateMapper.isWordUnit(text.charAt(at))
            || at > start && text.charAt(at - 1) == DAY_SIGN;
    return ends ? date.map(found -> new Found(found, at)) : Optional.empty();
  }

  private Optional<LocalDate> numberFirst() {
    int start = at;
    int first = number(4);
    int digits = at - start;
    if (first == NONE || at >= text.length()) {
      return Optional.empty();
    }
    char separator = text.charAt(at);
    if (digits == 4) {
      return yearFirst(first, separator);
    }
    if (digits <= 2 && separator == '.' && isDigit(at + 1)) {
      return dayMonthYear(first, '.');
    }
    if (digits <= 2 && separator == '/') {
      return slashes(first);
    }
    return digits <= 2 ? dayThenName(first) : Optional.empty();
  }

  private Optional<LocalDate> yearFirst(int year, char separator) {
    if (separator == '\u5E74') {
      at++;
      int month = number(2);
      boolean named = month != NONE && skip('\u6708');
      int day = named ? number(2) : NONE;
      return day != NONE && skip(DAY_SIGN) ? date(year, month, day) : Optional.empty();
    }
    if (separator != '-' && separator != '/' && separator != '.') {
      return Optional.empty();
    }
    at++;
    int month = number(2);
    boolean continues = month != NONE && skip(separator);
    int day = continues ? number(2) : NONE;
    return day == NONE ? Optional.empty() : date(year, month, day);
  }

  private Optional<LocalDate> dayMonthYear(int day, char separator) {
    at++;
    int month = number(2);
    int year = month != NONE && skip(separator) ? year() : NONE;
    return year == NONE ? Optional.empty() : date(year, month, day);
  }

  private Optional<LocalDate> slashes(int first) {
    at++;
    int second = number(2);
    int year = second != NONE && skip('/') ? year() : NONE;
    if (year == NONE) {
      return Optional.empty();
    }
    if (second > 12 || order == SlashOrder.MONTH_FIRST && first <= 12) {
      return date(year, first, second);
    }
    return first > 12 || order == SlashOrder.DAY_FIRST
        ? date(year, second, first)
        : Optional.empty();
  }

  private Optional<LocalDate> dayThenName(int day) {
    ordinal();
    skip(' ');
    int month = month();
    if (month == NONE) {
      return Optional.empty();
    }
    skip(',');
    int year = skip(' ') ? year() : NONE;
    return year == NONE ? Optional.empty() : date(year, month, day);
  }

  private Optional<LocalDate> monthFirst() {
    int month = month();
    int day = month != NONE && skip(' ') ? number(2) : NONE;
    if (day == NONE) {
      return Optional.empty();
    }
    ordinal();
    skip(',');
    int year = skip(' ') ? year() : NONE;
    return year == NONE ? Optional.empty() : date(year, month, day);
  }

  /** A month's name, or its first three letters (or sept) with or without a full stop. */
  private int month() {
    int end = at;
    while (end < text.length() && end - at < 10 && isAsciiLetter(text.charAt(end))) {
      end++;
    }
    String name = LowerCase.of(text.substring(at, end)).toLowerCase(Locale.ROOT);
    for (int i = 0; i < MONTHS.size(); i++) {
      boolean whole = MONTHS.get(i).equals(name);
      boolean part = name.length() >= 3 && name.length() <= 4 && MONTHS.get(i).startsWith(name);
      if (whole || part && (name.length() == 3 || name.equals("sept"))) {
        at = end;
        skip('.');
        return i + 1;
      }
    }
    return NONE;
  }

  private int year() {
    int start = at;
    int year = number(4);
    return at - start == 4 ? year : NONE;
  }

  /** A number of at most so many ASCII digits; none where more follow. */
  private int number(int most) {
    int value = 0;
    int start = at;
    while (isDigit(at) && at - start < most) {
      value = 10 * value + text.charAt(at++) - '0';
    }
    return at == start || isDigit(at) ? NONE : value;
  }

  private void ordinal() {
    if (at + 2 <= text.length() && ORDINALS.contains(text.substring(at, at + 2))) {
      at += 2;
    }
  }

  private boolean skip(char unit) {
    boolean there = at < text.length() && text.charAt(at) == unit;
    at += there ? 1 : 0;
    return there;
  }

  private boolean isDigit(int place) {
    return place < text.length() && text.charAt(place) >= '0' && text.charAt(place) <= '9';
  }

  private static boolean isAsciiLetter(char unit) {
    return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z';
  }

  private static Optional<LocalDate> date(int year, int month, int day) {
    if (year < LEAST_YEAR || month < 1 || month > 12 || day < 1 || day > 31) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.of(year, month, day));
    } catch (DateTimeException e) {
      return Optional.empty(); // 31 April
    }
  }
}
