package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** Implements {@code emails}. */
final class EmailCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("emails");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");
  private static final Parameter<Match> MATCH =
      TEXTS.parameter("match", ValueType.oneOf(Match.class), "address");
  private static final int LONGEST_LOCAL = 64; // RFC 5321
  private static final int LONGEST_DOMAIN = 255;

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> {
            String replacement = arguments.value(REPLACEMENT);
            boolean runs = arguments.value(MATCH) == Match.RUN;
            return text -> runs ? runs(text, replacement) : addresses(text, replacement);
          },
          REPLACEMENT,
          MATCH);

  private EmailCleaner() {}

  private static String addresses(String text, String replacement) {
    Cut cut = new Cut(text);
    int free = 0; // the end of the previous address
    int at = text.indexOf('@');
    while (at >= 0) {
      int start = localStart(text, at, free);
      int end = start < at ? domainEnd(text, at + 1) : at;
      if (end > at) {
        cut.replace(start, end, replacement);
        free = end;
      }
      at = text.indexOf('@', Math.max(at + 1, free));
    }
    return cut.text();
  }

  /**
   * Finds the start of the part before the {@code @}; returns the index of the {@code @} if there
   * is no such part.
   */
  private static int localStart(String text, int at, int least) {
    int start = at;
    while (start > least && isLocal(text.charAt(start - 1)) && at - start <= LONGEST_LOCAL) {
      start--;
    }
    while (start < at && text.charAt(start) == '.') {
      start++; // the full stop of the previous sentence
    }
    return at - start > LONGEST_LOCAL ? at : start;
  }

  /**
   * Finds the end of the part after the {@code @}; returns the index of the {@code @} if there is
   * no such part.
   */
  private static int domainEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isDomain(text.charAt(end)) && end - from <= LONGEST_DOMAIN) {
      end++;
    }
    while (end > from && !isAsciiLetter(text.charAt(end - 1))) {
      end--; // without full stops, hyphens and numbers after the domain
    }
    int dot = end - 1;
    while (dot > from && text.charAt(dot) != '.') {
      dot--;
    }
    boolean sound = dot > from && end - dot > 2 && text.charAt(from) != '.';
    for (int i = dot + 1; i < end && sound; i++) {
      sound = isAsciiLetter(text.charAt(i));
    }
    return sound ? end : from - 1;
  }

  private static boolean isLocal(char unit) {
    return isAsciiLetter(unit) || isDigit(unit) || "._%+-".indexOf(unit) >= 0;
  }

  private static boolean isDomain(char unit) {
    return isAsciiLetter(unit) || isDigit(unit) || unit == '.' || unit == '-';
  }

  private static boolean isAsciiLetter(char unit) {
    return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z';
  }

  private static boolean isDigit(char unit) {
    return unit >= '0' && unit <= '9';
  }

  /**
   * Replaces runs of characters that contain an {@code @} which is neither their first nor their
   * last character.
   */
  private static String runs(String text, String replacement) {
    Cut cut = new Cut(text);
    int at = text.indexOf('@');
    while (at >= 0) {
      int start = at;
      while (start > 0 && !CharClass.isSpace(text.charAt(start - 1))) {
        start--;
      }
      int end = at;
      while (end < text.length() && !CharClass.isSpace(text.charAt(end))) {
        end++;
      }
      int inside = text.indexOf('@', start + 1);
      if (inside >= 0 && inside < end - 1) {
        cut.replace(start, end, replacement);
      }
      at = text.indexOf('@', end);
    }
    return cut.text();
  }

  /** Decides which strings are addresses. */
  enum Match {
    /** Only complete addresses are found. */
    ADDRESS,
    /** Everything around the {@code @} up to white space. */
    RUN
  }
}
