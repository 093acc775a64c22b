package dev.sluice.operators.normalise;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** {@code remove-invisible}. */
final class InvisibleRemover {
  private static final int FIRST_BEYOND_LATIN_1 = 0x100;
  private static final int SOFT_HYPHEN = 0xAD;

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              flag("controls", "Control characters (Cc) except line feed and tab."),
              c -> type(c) == UCharacterCategory.CONTROL && c != '\n' && c != '\t'),
          new Kind(
              flag(
                  "zero-width",
                  "Zero-width space, word joiner, byte order mark, soft hyphen, invisible"
                      + " operators."),
              c ->
                  c == 0x200B
                      || c >= 0x2060 && c <= 0x2064
                      || c == 0xFEFF
                      || c == 0x180E
                      || c == SOFT_HYPHEN),
          new Kind(
              flag(
                  "joiners",
                  "Zero-width joiner and non-joiner. Turn this off for Persian, Indic scripts and"
                      + " joined emoji, which need them."),
              c -> c == 0x200C || c == 0x200D),
          new Kind(
              flag("bidi", "Marks, embeddings, overrides and isolates of text direction."),
              c ->
                  c == 0x200E
                      || c == 0x200F
                      || c == 0x061C
                      || c >= 0x202A && c <= 0x202E
                      || c >= 0x2066 && c <= 0x2069),
          new Kind(
              flag("private-use", "Private use characters (Co)."),
              c -> type(c) == UCharacterCategory.PRIVATE_USE),
          new Kind(
              flag(
                  "unassigned",
                  "Code points without a character (Cn), including noncharacters such as U+FFFE."),
              c -> type(c) == UCharacterCategory.UNASSIGNED),
          new Kind(
              flag("surrogates", "Unpaired surrogates."),
              c -> type(c) == UCharacterCategory.SURROGATE));

  private InvisibleRemover() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.NORMALISE,
            "remove-invisible",
            "Deletes invisible and undefined characters.")
        .rule("You can turn off each kind. Categories follow ICU's Unicode version.")
        .reference("the 7B corpus preprocessing guide, 3.1")
        .example("{joiners: false}")
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

  private static Parameter<Boolean> flag(String name, String description) {
    return Parameter.of(name, ValueType.flag(), "true", description);
  }

  /** One kind of characters, and the parameter that switches it. */
  private record Kind(Parameter<Boolean> parameter, IntPredicate test) {}
}
