package dev.sluice.operators.normalise;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** {@code remove-invisible}. */
final class InvisibleRemover {
  private static final OperatorTexts TEXTS = OperatorTexts.of("remove-invisible");
  private static final int FIRST_BEYOND_LATIN_1 = 0x100;
  private static final int SOFT_HYPHEN = 0xAD;

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              TEXTS.flag("controls", true),
              c -> type(c) == UCharacterCategory.CONTROL && c != '\n' && c != '\t'),
          new Kind(
              TEXTS.flag("zero-width", true),
              c ->
                  c == 0x200B
                      || c >= 0x2060 && c <= 0x2064
                      || c == 0xFEFF
                      || c == 0x180E
                      || c == SOFT_HYPHEN),
          new Kind(TEXTS.flag("joiners", true), c -> c == 0x200C || c == 0x200D),
          new Kind(
              TEXTS.flag("bidi", true),
              c ->
                  c == 0x200E
                      || c == 0x200F
                      || c == 0x061C
                      || c >= 0x202A && c <= 0x202E
                      || c >= 0x2066 && c <= 0x2069),
          new Kind(TEXTS.flag("private-use", true), c -> type(c) == UCharacterCategory.PRIVATE_USE),
          new Kind(TEXTS.flag("unassigned", true), c -> type(c) == UCharacterCategory.UNASSIGNED),
          new Kind(TEXTS.flag("surrogates", true), c -> type(c) == UCharacterCategory.SURROGATE));

  private InvisibleRemover() {}

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.NORMALISE)
        .parameters(KINDS.stream().map(Kind::parameter).toList())
        .making(InvisibleRemover::make);
  }

  private static StringMapper make(Arguments arguments) {
    List<IntPredicate> wanted = new ArrayList<>();
    for (Kind kind : KINDS) {
      if (arguments.value(kind.parameter())) {
        wanted.add(kind.test());
      }
    }
    boolean[] latin = new boolean[FIRST_BEYOND_LATIN_1];
    for (int c = 0; c < latin.length; c++) {
      latin[c] = isAny(wanted, c);
    }
    return new StringMapper(text -> remove(text, latin, wanted));
  }

  private static String remove(String text, boolean[] latin, List<IntPredicate> kinds) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      boolean goes = codePoint < latin.length ? latin[codePoint] : isAny(kinds, codePoint);
      if (goes) {
        cut.replace(at, end, "");
      }
      at = end;
    }
    return cut.text();
  }

  private static boolean isAny(List<IntPredicate> kinds, int codePoint) {
    for (IntPredicate kind : kinds) {
      if (kind.test(codePoint)) {
        return true;
      }
    }
    return false;
  }

  private static int type(int codePoint) {
    return UCharacter.getType(codePoint);
  }

  /** One kind of characters, and the parameter that switches it. */
  private record Kind(Parameter<Boolean> parameter, IntPredicate test) {}
}
