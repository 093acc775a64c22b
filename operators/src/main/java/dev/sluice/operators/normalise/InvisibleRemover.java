package dev.sluice.operators.normalise;

import com.ibm.icu.text.UnicodeSet;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.Cut;
import java.util.List;

/** {@code remove-invisible}. */
final class InvisibleRemover {
  private static final OperatorTexts TEXTS = OperatorTexts.of("remove-invisible");
  private static final List<Kind> KINDS =
      List.of(
          kind("controls", "[[:Cc:]-[\\n\\t]]"),
          kind("zero-width", "[\\u00AD\\u180E\\u200B\\u2060-\\u2064\\uFEFF]"),
          kind("joiners", "[\\u200C\\u200D]"),
          kind("bidi", "[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]"),
          kind("private-use", "[:Co:]"),
          kind("unassigned", "[:Cn:]"),
          kind("surrogates", "[:Cs:]"));

  private InvisibleRemover() {}

  /** One kind of characters, and the parameter that switches it. */
  private record Kind(Parameter<Boolean> parameter, UnicodeSet characters) {}

  private static Kind kind(String parameter, String characters) {
    return new Kind(TEXTS.flag(parameter, true), new UnicodeSet(characters));
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.NORMALISE)
        .parameters(KINDS.stream().map(Kind::parameter).toList())
        .making(InvisibleRemover::make);
  }

  private static StringMapper make(Arguments arguments) {
    UnicodeSet removed = new UnicodeSet();
    for (Kind kind : KINDS) {
      if (arguments.value(kind.parameter())) {
        removed.addAll(kind.characters());
      }
    }
    removed.freeze();
    return new StringMapper(text -> remove(text, removed));
  }

  private static String remove(String text, UnicodeSet removed) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      if (removed.contains(codePoint)) {
        cut.replace(at, end, "");
      }
      at = end;
    }
    return cut.text();
  }
}
