package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;
import java.util.regex.Pattern;

/** Implements {@code ip-addresses}. */
final class IpCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("ip-addresses");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");
  private static final int LONGEST = 45;
  private static final int GROUPS = 8;

  private static final Pattern V4 =
      Pattern.compile(
          "BYTE(?:\\.BYTE){3}".replace("BYTE", "(?:25[0-5]|2[0-4]\\d|[01]\\d\\d|\\d\\d?)"));

  private static final Pattern GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");
  private static final Pattern V6 =
      Pattern.compile("GROUP(?::GROUP){7}".replace("GROUP", GROUP.pattern()));
  private static final Pattern SHORT_V6 =
      Pattern.compile(
          "(?:GROUP(?::GROUP)*+)?+::(?:GROUP(?::GROUP)*+)?+".replace("GROUP", GROUP.pattern()));

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> text -> clean(text, arguments.value(REPLACEMENT)),
          REPLACEMENT);

  private IpCleaner() {}

  private static String clean(String text, String replacement) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      if (!isPart(text.charAt(at))) {
        at = isWord(text.charAt(at)) ? wordEnd(text, at) : at + 1;
        continue;
      }
      int run = at;
      while (run < text.length() && isPart(text.charAt(run))) {
        run++;
      }
      int end = trimmed(text, at, run);
      boolean ends = run == text.length() || !isWord(text.charAt(run));
      if (ends && end - at <= LONGEST && isAddress(text.substring(at, end))) {
        cut.replace(at, end, replacement);
      }
      at = ends ? run : wordEnd(text, run);
    }
    return cut.text();
  }

  /** Finds the end of an address, without trailing punctuation. */
  private static int trimmed(String text, int from, int to) {
    int end = to;
    while (end > from && isMark(text.charAt(end - 1)) && !text.startsWith("::", end - 2)) {
      end--;
    }
    return end;
  }

  private static boolean isAddress(String candidate) {
    return V4.matcher(candidate).matches()
        || V6.matcher(candidate).matches()
        || SHORT_V6.matcher(candidate).matches() && isSomeGroups(candidate);
  }

  /**
   * Returns whether {@code ::} replaces at least one group, and at least two groups are written.
   */
  private static boolean isSomeGroups(String candidate) {
    long groups = GROUP.matcher(candidate).results().count();
    return groups >= 2 && groups < GROUPS;
  }

  private static boolean isMark(char unit) {
    return unit == '.' || unit == ':';
  }

  private static boolean isPart(char unit) {
    return unit >= '0' && unit <= '9'
        || unit >= 'a' && unit <= 'f'
        || unit >= 'A' && unit <= 'F'
        || isMark(unit);
  }

  private static boolean isWord(char unit) {
    return (CharClass.ofUnit(unit) & (CharClass.LETTER | CharClass.NUMBER)) != 0;
  }

  private static int wordEnd(String text, int from) {
    int at = from;
    while (at < text.length() && (isWord(text.charAt(at)) || isMark(text.charAt(at)))) {
      at++;
    }
    return at;
  }
}
