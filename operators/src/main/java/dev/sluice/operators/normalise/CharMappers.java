package dev.sluice.operators.normalise;

import static dev.sluice.operators.OperatorGroup.NORMALISE;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.LowerCase;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mappers of single characters. */
final class CharMappers {
  /** Each is a character and what replaces it. */
  private static final Map<Character, String> PUNCTUATION =
      Stream.of(
              ("\uFF0C,|\u3002.|\u3001,|\u201E\"|\u201D\"|\u201C\"|\u00AB\"|\u00BB\"|"
                      + "\u300D\"|\u300C\"|\u300A\"|\u300B\"|\u00B4'|\u2236:|\uFF1A:|\uFF1F?|"
                      + "\uFF01!|\uFF08(|\uFF09)|\uFF1B;|\u2013-|\u2014 - |\uFF0E. |\uFF5E~|"
                      + "\u2019'|\u2026...|\u2501-|\u3008<|\u3009>|\u3010[|\u3011]|\uFF05%|"
                      + "\u25BA-")
                  .split("\\|"))
          .collect(Collectors.toUnmodifiableMap(pair -> pair.charAt(0), pair -> pair.substring(1)));

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
