package dev.sluice.operators.normalise;

import com.ibm.icu.text.Normalizer2;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import java.util.Locale;
import java.util.Map;

/** {@code unicode-normalise}. */
final class UnicodeNormaliser {
  private static final OperatorTexts TEXTS = OperatorTexts.of("unicode-normalise");
  private static final Map<String, Normalizer2> FORMS =
      Map.of(
          "NFC", Normalizer2.getNFCInstance(),
          "NFD", Normalizer2.getNFDInstance(),
          "NFKC", Normalizer2.getNFKCInstance(),
          "NFKD", Normalizer2.getNFKDInstance());

  private static final Parameter<String> FORM =
      TEXTS.parameter(
          "form",
          new ValueType<>("NFC, NFD, NFKC, NFKD", UnicodeNormaliser::form, String::valueOf),
          "NFC");

  private UnicodeNormaliser() {}

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.NORMALISE)
        .parameters(FORM)
        .making(
            arguments -> {
              Normalizer2 normaliser = FORMS.get(arguments.value(FORM));
              return new StringMapper(text -> normalise(normaliser, text));
            });
  }

  private static String form(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    if (!FORMS.containsKey(name)) {
      throw new IllegalArgumentException("no normal form: " + text);
    }
    return name;
  }

  private static String normalise(Normalizer2 normaliser, String text) {
    int done = asciiLength(text);
    return done == text.length() ? text : normaliser.normalize(MarkRuns.ordered(text));
  }

  /** The length of the beginning that is ASCII, which no form changes. */
  private static int asciiLength(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) < 0x80) {
      at++;
    }
    return at;
  }
}
