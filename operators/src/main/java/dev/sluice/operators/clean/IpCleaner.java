package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Replacement;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** {@code ip-addresses}. */
final class IpCleaner {
  private static final Parameter<String> REPLACEMENT = Replacement.parameter("");
  private static final int LONGEST = 45;
  private static final int BYTES = 4;
  private static final int GROUPS = 8;

  private IpCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(OperatorGroup.CLEAN, "ip-addresses", "Deletes IP addresses.")
        .rule(
            "IPv4: four numbers from 0 to 255 separated by dots. IPv6: eight groups of one"
                + " to four hexadecimal digits separated by colons, or at least two groups and one"
                + " `::`. An address does not follow a letter, number, dot or colon, and is not"
                + " followed by a letter or number.")
        .reference("Data-Juicer `clean_ip_mapper`")
        .example("{replacement: <IP>}")
        .parameters(REPLACEMENT)
        .making(
            arguments -> {
              String replacement = arguments.value(REPLACEMENT);
              return new StringMapper(text -> clean(text, replacement));
            });
  }

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
      if (ends && end - at <= LONGEST && isAddress(text, at, end)) {
        cut.replace(at, end, replacement);
      }
      at = ends ? run : wordEnd(text, run);
    }
    return cut.text();
  }

  /** Without the full stop or the colon of the sentence behind it. */
  private static int trimmed(String text, int from, int to) {
    int end = to;
    while (end > from && isMark(text.charAt(end - 1)) && !text.startsWith("::", end - 2)) {
      end--;
    }
    return end;
  }

  private static boolean isAddress(String text, int from, int to) {
    String candidate = text.substring(from, to);
    return candidate.indexOf(':') < 0 ? isV4(candidate) : isV6(candidate);
  }

  private static boolean isV4(String candidate) {
    String[] numbers = candidate.split("\\.", -1);
    if (numbers.length != BYTES) {
      return false;
    }
    for (String number : numbers) {
      boolean digits = !number.isEmpty() && number.length() <= 3;
      for (int i = 0; i < number.length() && digits; i++) {
        digits = number.charAt(i) >= '0' && number.charAt(i) <= '9';
      }
      if (!digits || Integer.parseInt(number) > 255) {
        return false;
      }
    }
    return true;
  }

  private static boolean isV6(String candidate) {
    int gap = candidate.indexOf("::");
    boolean oneGap = gap >= 0 && candidate.indexOf("::", gap + 1) < 0;
    if (gap < 0) {
      return groups(candidate) == GROUPS;
    }
    int before = groups(candidate.substring(0, gap));
    int after = groups(candidate.substring(gap + 2));
    int all = before + after;
    return oneGap && before >= 0 && after >= 0 && all >= 2 && all < GROUPS;
  }

  /** The number of groups, all of them sound; negative where one is not. */
  private static int groups(String part) {
    if (part.isEmpty()) {
      return 0;
    }
    String[] groups = part.split(":", -1);
    for (String group : groups) {
      if (group.isEmpty() || group.length() > 4 || group.indexOf('.') >= 0) {
        return -GROUPS;
      }
    }
    return groups.length;
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
