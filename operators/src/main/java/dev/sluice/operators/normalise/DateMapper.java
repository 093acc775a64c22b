package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Implements {@code dates}. It finds dates where words begin, and replaces them. Examines no more
 * than some 30 characters of each word. Not thread-safe; each text needs a new instance.
 */
final class DateMapper {
  private static final OperatorTexts TEXTS = OperatorTexts.of("dates");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** A month's name, or its first three letters (or sept) with or without a full stop. */
  private static final String MONTH =
      "(?<month>(?i:jan(?:uary)?+|feb(?:ruary)?+|mar(?:ch)?+|apr(?:il)?+|may|june?+|july?+"
          + "|aug(?:ust)?+|sep(?:t(?:ember)?+)?+|oct(?:ober)?+|nov(?:ember)?+|dec(?:ember)?+))"
          + "(?![A-Za-z])\\.?+";

  private static final String DAY = "(?<day>\\d{1,2}+)(?!\\d)";
  private static final String YEAR = "(?<year>[1-9]\\d{3})(?!\\d)";
  private static final String ORDINAL = "(?:st|nd|rd|th)?+";

  private static final Pattern MONTH_FIRST =
      Pattern.compile(MONTH + " " + DAY + ORDINAL + ",?+ " + YEAR);

  /** The forms that begin with a digit. At most one of them matches at any index. */
  private static final List<Pattern> DIGIT_FIRST =
      Stream.of(
              YEAR + "(?<separator>[-/.])(?<month>\\d{1,2}+)\\k<separator>" + DAY,
              YEAR + "\u5E74(?<month>\\d{1,2}+)\u6708" + DAY + "\u65E5",
              DAY + "\\.(?<month>\\d{1,2}+)\\." + YEAR,
              DAY + ORDINAL + " ?+" + MONTH + ",?+ " + YEAR)
          .map(Pattern::compile)
          .toList();

  /** A date whose first two numbers are a day and a month, in either order. */
  private static final Pattern SLASHED =
      Pattern.compile("(?<first>\\d{1,2}+)/(?<second>\\d{1,2}+)/" + YEAR);

  private static final Parameter<String> REPLACEMENT =
      TEXTS.parameter("replacement", ValueType.prose(), "iso");
  private static final Parameter<SlashOrder> SLASHES =
      TEXTS.parameter("slashes", ValueType.oneOf(SlashOrder.class), "leave");
  private static final String ISO = "iso";
  private static final char DAY_SIGN = '\u65E5';

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.NORMALISE,
          arguments ->
              text ->
                  new DateMapper(text, arguments.value(SLASHES))
                      .replace(arguments.value(REPLACEMENT)),
          REPLACEMENT,
          SLASHES);

  private final String text;
  private final SlashOrder order;
  private final List<Matcher> digitFirst;
  private final List<Matcher> monthFirst;
  private final Matcher slashed;

  private DateMapper(String text, SlashOrder order) {
    this.text = text;
    this.order = order;
    this.digitFirst = DIGIT_FIRST.stream().map(form -> form.matcher(text)).toList();
    this.monthFirst = List.of(MONTH_FIRST.matcher(text));
    this.slashed = SLASHED.matcher(text);
  }

  private String replace(String replacement) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      if (isWordUnit(text.charAt(at))) {
        Optional<Found> found = find(at);
        if (found.isPresent()) {
          String date = replacement.equals(ISO) ? found.get().date().toString() : replacement;
          cut.replace(at, found.get().end(), date);
          at = found.get().end();
        } else {
          at = wordEnd(text, at);
        }
      } else {
        at++;
      }
    }
    return cut.text();
  }

  /** A date, and the index after it. */
  private record Found(LocalDate date, int end) {}

  /** Returns the date that begins at the start of a word; empty if there is no date. */
  private Optional<Found> find(int start) {
    boolean digit = text.charAt(start) >= '0' && text.charAt(start) <= '9';
    for (Matcher form : digit ? digitFirst : monthFirst) {
      if (isAt(form, start)) {
        return date(form, month(form.group("month")), Integer.parseInt(form.group("day")));
      }
    }
    return digit && isAt(slashed, start) ? slashedDate() : Optional.empty();
  }

  private boolean isAt(Matcher form, int start) {
    return form.region(start, text.length()).lookingAt() && isEnd(form.end());
  }

  private boolean isEnd(int end) {
    return end == text.length()
        || !isWordUnit(text.charAt(end))
        || text.charAt(end - 1) == DAY_SIGN;
  }

  private Optional<Found> slashedDate() {
    int first = Integer.parseInt(slashed.group("first"));
    int second = Integer.parseInt(slashed.group("second"));
    if (second > 12 || order == SlashOrder.MONTH_FIRST && first <= 12) {
      return date(slashed, first, second);
    }
    return first > 12 || order == SlashOrder.DAY_FIRST
        ? date(slashed, second, first)
        : Optional.empty();
  }

  private static int month(String text) {
    return Character.isDigit(text.charAt(0))
        ? Integer.parseInt(text)
        : MONTHS.indexOf(text.substring(0, 3).toLowerCase(Locale.ROOT)) + 1;
  }

  private static Optional<Found> date(Matcher form, int month, int day) {
    try {
      LocalDate date = LocalDate.of(Integer.parseInt(form.group("year")), month, day);
      return Optional.of(new Found(date, form.end()));
    } catch (DateTimeException e) {
      return Optional.empty(); // 31 April
    }
  }

  private static int wordEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isWordUnit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /**
   * Returns whether a unit belongs to a word. Ideographs and kana do not, since a date can follow
   * them without a space.
   */
  private static boolean isWordUnit(char unit) {
    int bits = CharClass.ofUnit(unit);
    return (bits & (CharClass.LETTER | CharClass.NUMBER)) != 0 && (bits & CharClass.IDEOGRAPH) == 0;
  }

  /** The order of day and month in dates with slashes. */
  enum SlashOrder {
    /** Leaves ambiguous dates unchanged. */
    LEAVE,
    /** The month is before the day, as in the United States. */
    MONTH_FIRST,
    /** The day is before the month, as in most other countries. */
    DAY_FIRST
  }
}
