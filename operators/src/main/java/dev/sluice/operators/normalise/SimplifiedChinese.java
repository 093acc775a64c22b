package dev.sluice.operators.normalise;

import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Transliterator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.Cut;
import java.util.HashMap;
import java.util.Map;

/** {@code traditional-to-simplified}. */
final class SimplifiedChinese {
  private SimplifiedChinese() {}

  static OperatorDescription description() {
    return OperatorTexts.of("traditional-to-simplified")
        .describe(OperatorGroup.NORMALISE)
        .making(arguments -> new StringMapper(SimplifiedChinese::simplify));
  }

  private static String simplify(String text) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      String other = codePoint < Table.FIRST_HAN ? null : Table.MAPPED.get(codePoint);
      if (other != null) {
        cut.replace(at, end, other);
      }
      at = end;
    }
    return cut.text();
  }

  /** What ICU maps, asked once, when the first text comes. */
  private static final class Table {
    static final int FIRST_HAN = 0x2E80;
    static final Map<Integer, String> MAPPED = new HashMap<>();

    static {
      Transliterator simplifier = Transliterator.getInstance("Hant-Hans");
      for (int codePoint = FIRST_HAN; codePoint < 0x32000; codePoint++) {
        if (UScript.getScript(codePoint) == UScript.HAN) {
          String traditional = Character.toString(codePoint);
          String simplified = simplifier.transliterate(traditional);
          if (!simplified.equals(traditional)) {
            MAPPED.put(codePoint, simplified);
          }
        }
      }
    }
  }
}
