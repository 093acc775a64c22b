package dev.sluice.operators.clean;

import com.google.i18n.phonenumbers.PhoneNumberMatch;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.Leniency;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;
import java.util.Locale;

/** Implements {@code phone-numbers}. */
final class PhoneCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("phone-numbers");
  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
  private static final int FEWEST_DIGITS = 7;
  private static final int LONGEST_GAP = 5;

  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");
  private static final Parameter<String> REGION =
      TEXTS.parameter(
          "region",
          new ValueType<>("a two-letter country code such as US", PhoneCleaner::region, r -> r),
          "US");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> text -> clean(text, arguments.value(REPLACEMENT), arguments.value(REGION)),
          REPLACEMENT,
          REGION);

  private PhoneCleaner() {}

  private static String region(String text) {
    String region = text.toUpperCase(Locale.ROOT);
    if (!NUMBERS.getSupportedRegions().contains(region)) {
      throw new IllegalArgumentException("unknown region " + text);
    }
    return region;
  }

  /** Examines only groups of digits and a few characters around them, so prose costs nothing. */
  private static String clean(String text, String replacement, String region) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      if (!isDigit(text.charAt(at))) {
        at++;
        continue;
      }
      Group group = Group.at(text, at);
      if (group.digits() >= FEWEST_DIGITS) {
        cleanGroup(text, group, region, replacement, cut);
      }
      at = group.end();
    }
    return cut.text();
  }

  private static void cleanGroup(
      String text, Group group, String region, String replacement, Cut cut) {
    int start = Math.max(0, group.start() - 2); // ( and +
    int end = Math.min(text.length(), group.end() + 1);
    String around = text.substring(start, end);
    for (PhoneNumberMatch match :
        NUMBERS.findNumbers(around, region, Leniency.VALID, Long.MAX_VALUE)) {
      cut.replace(start + match.start(), start + match.end(), replacement);
    }
  }

  private static boolean isDigit(char unit) {
    return (CharClass.ofUnit(unit) & CharClass.DIGIT) != 0;
  }

  /** A group of digits with only a few characters between them, none of which is a letter. */
  private record Group(int start, int end, int digits) {
    static Group at(String text, int start) {
      int end = start;
      int digits = 0;
      for (int at = start; at < text.length() && at - end <= LONGEST_GAP; at++) {
        char unit = text.charAt(at);
        if (isDigit(unit)) {
          end = at + 1;
          digits++;
        } else if ((CharClass.ofUnit(unit) & CharClass.LETTER) != 0 || unit == '\n') {
          break;
        }
      }
      return new Group(start, end, digits);
    }
  }
}
