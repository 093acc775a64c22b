package dev.sluice.operators.normalise;

import static dev.sluice.operators.OperatorGroup.NORMALISE;

import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.text.UnicodeSet.SpanCondition;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.LowerCase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mappers that replace or delete single characters, or runs of characters of one kind. */
final class CharMappers {
  /** Characters with their replacements. */
  private static final Map<Integer, String> PUNCTUATION =
      Stream.of(
              ("\uFF0C,|\u3002.|\u3001,|\u201E\"|\u201D\"|\u201C\"|\u00AB\"|\u00BB\"|"
                      + "\u300D\"|\u300C\"|\u300A\"|\u300B\"|\u00B4'|\u2236:|\uFF1A:|\uFF1F?|"
                      + "\uFF01!|\uFF08(|\uFF09)|\uFF1B;|\u2013-|\u2014 - |\uFF0E. |\uFF5E~|"
                      + "\u2019'|\u2026...|\u2501-|\u3008<|\u3009>|\u3010[|\u3011]|\uFF05%|"
                      + "\u25BA-")
                  .split("\\|"))
          .collect(
              Collectors.toUnmodifiableMap(pair -> pair.codePointAt(0), pair -> pair.substring(1)));

  private static final OperatorTexts INVISIBLE = OperatorTexts.of("remove-invisible");
  private static final List<Kind> INVISIBLE_KINDS =
      List.of(
          kind("controls", "[[:Cc:]-[\\n\\t]]"),
          kind("zero-width", "[\\u00AD\\u180E\\u200B\\u2060-\\u2064\\uFEFF]"),
          kind("joiners", "[\\u200C\\u200D]"),
          kind("bidi", "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]"),
          kind("private-use", "[:Co:]"),
          kind("unassigned", "[:Cn:]"),
          kind("surrogates", "[:Cs:]"));
  private static final UnicodeSet DIGITS = new UnicodeSet("[:Nd:]").freeze();
  private static final Parameter<String> NUMBER = OperatorTexts.replacement("<NUM>");

  private CharMappers() {}

  /** A kind of characters, and the parameter that switches it on or off. */
  private record Kind(Parameter<Boolean> parameter, UnicodeSet characters) {}

  private static Kind kind(String parameter, String characters) {
    return new Kind(INVISIBLE.flag(parameter, true), new UnicodeSet(characters));
  }

  static OperatorDescription lowercase() {
    return OperatorTexts.of("lowercase").mapper(NORMALISE, arguments -> LowerCase::of);
  }

  static OperatorDescription asciiOnly() {
    return OperatorTexts.of("ascii-only")
        .mapper(NORMALISE, arguments -> text -> Cut.each(text, c -> c < 0x80 ? null : ""));
  }

  static OperatorDescription punctuation() {
    return OperatorTexts.of("punctuation")
        .mapper(
            NORMALISE,
            arguments -> text -> Cut.each(text, c -> c < 0x80 ? null : PUNCTUATION.get(c)));
  }

  static OperatorDescription invisible() {
    return INVISIBLE.mapper(
        NORMALISE,
        CharMappers::withoutInvisible,
        INVISIBLE_KINDS.stream().map(Kind::parameter).toArray(Parameter<?>[]::new));
  }

  private static UnaryOperator<String> withoutInvisible(Arguments arguments) {
    UnicodeSet removed = new UnicodeSet();
    for (Kind kind : INVISIBLE_KINDS) {
      if (arguments.value(kind.parameter())) {
        removed.addAll(kind.characters());
      }
    }
    removed.freeze();
    return text -> Cut.each(text, c -> removed.contains(c) ? "" : null);
  }

  static OperatorDescription numbers() {
    return OperatorTexts.of("numbers")
        .mapper(NORMALISE, arguments -> text -> numbers(text, arguments.value(NUMBER)), NUMBER);
  }

  private static String numbers(String text, String replacement) {
    Cut cut = new Cut(text);
    int at = DIGITS.span(text, SpanCondition.NOT_CONTAINED);
    while (at < text.length()) {
      int end = DIGITS.span(text, at, SpanCondition.CONTAINED);
      cut.replace(at, end, replacement);
      at = DIGITS.span(text, end, SpanCondition.NOT_CONTAINED);
    }
    return cut.text();
  }

  static OperatorDescription simplifiedChinese() {
    return OperatorTexts.of("traditional-to-simplified")
        .mapper(
            NORMALISE,
            arguments ->
                text ->
                    Cut.each(text, c -> c < Simplified.FIRST_HAN ? null : Simplified.FORMS.get(c)));
  }

  /** The characters that ICU maps, computed on first use. */
  private static final class Simplified {
    static final int FIRST_HAN = 0x2E80;
    static final Map<Integer, String> FORMS = new HashMap<>();

    static {
      Transliterator simplifier = Transliterator.getInstance("Hant-Hans");
      for (int codePoint = FIRST_HAN; codePoint < 0x32000; codePoint++) {
        if (UScript.getScript(codePoint) == UScript.HAN) {
          String traditional = Character.toString(codePoint);
          String simplified = simplifier.transliterate(traditional);
          if (!simplified.equals(traditional)) {
            FORMS.put(codePoint, simplified);
          }
        }
      }
    }
  }
}
