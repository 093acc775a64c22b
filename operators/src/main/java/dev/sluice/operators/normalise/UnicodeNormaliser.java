package dev.sluice.operators.normalise;

import com.ibm.icu.text.Normalizer2;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.MarkOrder;
import java.util.Locale;
import java.util.Map;

/** Implements {@code unicode-normalise}. */
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

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.NORMALISE,
          arguments -> {
            Normalizer2 normaliser = FORMS.get(arguments.value(FORM));
            return text -> normaliser.normalize(MarkOrder.ordered(text));
          },
          FORM);

  private UnicodeNormaliser() {}

  private static String form(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    if (!FORMS.containsKey(name)) {
      throw new IllegalArgumentException("not a Unicode normal form: " + text);
    }
    return name;
  }
}
