package dev.sluice.operators.normalise;

import static dev.sluice.operators.OperatorGroup.NORMALISE;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.LowerCase;
import java.util.Map;

/** Mappers of single characters. */
final class CharMappers {
  private static final Map<Character, String> PUNCTUATION =
      Map.ofEntries(
          Map.entry('\uFF0C', ","),
          Map.entry('\u3002', "."),
          Map.entry('\u3001', ","),
          Map.entry('\u201E', "\""),
          Map.entry('\u201D', "\""),
          Map.entry('\u201C', "\""),
          Map.entry('\u00AB', "\""),
          Map.entry('\u00BB', "\""),
          Map.entry('\u300D', "\""),
          Map.entry('\u300C', "\""),
          Map.entry('\u300A', "\""),
          Map.entry('\u300B', "\""),
          Map.entry('\u00B4', "'"),
          Map.entry('\u2236', ":"),
          Map.entry('\uFF1A', ":"),
          Map.entry('\uFF1F', "?"),
          Map.entry('\uFF01', "!"),
          Map.entry('\uFF08', "("),
          Map.entry('\uFF09', ")"),
          Map.entry('\uFF1B', ";"),
          Map.entry('\u2013', "-"),
          Map.entry('\u2014', " - "),
          Map.entry('\uFF0E', ". "),
          Map.entry('\uFF5E', "~"),
          Map.entry('\u2019', "'"),
          Map.entry('\u2026', "..."),
          Map.entry('\u2501', "-"),
          Map.entry('\u3008', "<"),
          Map.entry('\u3009', ">"),
          Map.entry('\u3010', "["),
          Map.entry('\u3011', "]"),
          Map.entry('\uFF05', "%"),
          Map.entry('\u25BA', "-"));

  private static final int FIRST_PUNCTUATION = 0x80;

  private CharMappers() {}

  static OperatorDescription lowercase() {
    return OperatorTexts.of("lowercase")
        .describe(NORMALISE)
        .making(arguments -> new StringMapper(LowerCase::of));
  }

  static OperatorDescription asciiOnly() {
    return OperatorTexts.of("ascii-only")
        .describe(NORMALISE)
        .making(arguments -> new StringMapper(CharMappers::ascii));
  }

  static OperatorDescription punctuation() {
    return OperatorTexts.of("punctuation")
        .describe(NORMALISE)
        .making(arguments -> new StringMapper(CharMappers::punctuation));
  }

  private static String ascii(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) < 0x80) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    char[] kept = text.toCharArray();
    int length = at;
    for (; at < kept.length; at++) {
      kept[length] = kept[at];
      length += kept[at] < 0x80 ? 1 : 0;
    }
    return new String(kept, 0, length);
  }

  private static String punctuation(String text) {
    StringBuilder mapped = new StringBuilder(text.length());
    boolean changed = false;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      String other = unit < FIRST_PUNCTUATION ? null : PUNCTUATION.get(unit);
      if (other == null) {
        mapped.append(unit);
      } else {
        mapped.append(other);
        changed = true;
      }
    }
    return changed ? mapped.toString() : text;
  }
}
