package dev.sluice.operators.shingle;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The words of a text, simplified one step after the other as the rules are written down. */
final class SlowWords {
  private static final Pattern NUMBERS =
      Pattern.compile("0+([.,\u060C\u066B\u2396\u2397\u2398]0+)?");
  private static final String MARKS =
      "!/\u2014\u201D:\uFF05\uFF11\u3008&(\u3001\u2501\\\u3010#%\u300C\uFF0C\u300D\u3011\uFF1B+^]~"
          + "\u201C\u300A\u201E';\u2019{|\u2236\u00B4[=-`*\uFF0E(\u2013\uFF1F\uFF01\uFF1A$\uFF5E"
          + "\u00AB\u3009,><\u300B)?\uFF09\u3002\u2026@_.\"}\u25BA\u00BB\uFF08";

  private SlowWords() {}

  static List<String> of(String text) {
    String lower = UCharacter.toLowerCase(ULocale.ROOT, text);
    StringBuilder digits = new StringBuilder();
    lower.codePoints().forEach(each -> digits.appendCodePoint(isDigit(each) ? '0' : each));
    String numbers = NUMBERS.matcher(digits).replaceAll("0");
    StringBuilder spaced = new StringBuilder();
    numbers.codePoints().forEach(each -> spaced.appendCodePoint(isBreak(each) ? ' ' : each));
    StringBuilder simple = new StringBuilder();
    Normalizer2.getNFDInstance()
        .normalize(spaced)
        .codePoints()
        .filter(each -> UCharacter.getType(each) != UCharacterCategory.NON_SPACING_MARK)
        .forEach(simple::appendCodePoint);
    List<String> words = new ArrayList<>(List.of(simple.toString().split(" ")));
    words.removeIf(String::isEmpty);
    return words;
  }

  /** The same, and each letter of a script without spaces by itself. */
  static List<String> byScript(String text) {
    StringBuilder spaced = new StringBuilder();
    text.codePoints()
        .forEach(
            each -> {
              boolean alone = SimpleWords.isWithoutSpaces(each) && !isDigit(each);
              spaced.append(alone ? " " : "").appendCodePoint(each).append(alone ? " " : "");
            });
    return of(spaced.toString());
  }

  private static boolean isBreak(int codePoint) {
    return MARKS.indexOf(codePoint) >= 0
        || codePoint < 0x20
        || codePoint >= 0x7F && codePoint < 0xA0
        || UCharacter.isUWhiteSpace(codePoint);
  }

  private static boolean isDigit(int codePoint) {
    return UCharacter.getType(codePoint) == UCharacterCategory.DECIMAL_DIGIT_NUMBER;
  }
}
