package dev.sluice.operators.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.ULocale;
import dev.sluice.operators.text.MarkOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into units as {@link UnitScanner} does. It follows the written rules step by step and
 * makes strings, so that a proof with these units relies neither on the scanner nor on hashes. Some
 * thirty times slower. Memory: some 60 bytes for each unit.
 */
public final class PlainUnits {
  private static final UnicodeSet SEPARATORS = new UnicodeSet("[[:P:][:Z:][:Cc:]`]");
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();
  private static final UnicodeSet WITHOUT_SPACES =
      new UnicodeSet(
          "[[:Hani:][:Hira:][:Kana:]\\u30FC\\uFF70[:Bopo:][:Yiii:][:Tibt:][:lb=Complex_Context:]]");
  private static final UnicodeSet SYMBOLS =
      new UnicodeSet("[:S:]")
          .addAll("=+*/<>(){}[]|&%$#@^~\\_!")
          .addAll(new UnicodeSet("[:Mn:]").retainAll(WITHOUT_SPACES))
          .remove('`');

  private final List<String> units = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();
  private boolean digits;

  private PlainUnits() {}

  /**
   * Returns the units. Letters are unchanged, numbers follow "0:", and symbols and marks follow
   * "=:".
   */
  public static List<String> of(String text) {
    PlainUnits plain = new PlainUnits();
    int[] lower = UCharacter.toLowerCase(ULocale.ROOT, text).codePoints().toArray();
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < lower.length; i++) {
      int each = lower[i];
      boolean beforeDigit = i + 1 < lower.length && lower[i + 1] >= '0' && lower[i + 1] <= '9';
      if (SYMBOLS.contains(each) || (each == '-' || each == '.') && beforeDigit) {
        plain.take(letters);
        plain.end();
        plain.units.add("=:" + Character.toString(each));
      } else if (SEPARATORS.contains(each)) {
        plain.take(letters);
        plain.end();
      } else {
        letters.appendCodePoint(each);
      }
    }
    plain.take(letters);
    plain.end();
    return plain.units;
  }

  private void take(StringBuilder letters) {
    NFD.normalize(MarkOrder.ordered(letters.toString()))
        .codePoints()
        .filter(each -> UCharacter.getType(each) != UCharacterCategory.NON_SPACING_MARK)
        .forEach(this::take);
    letters.setLength(0);
  }

  private void take(int codePoint) {
    boolean digit = UCharacter.getType(codePoint) == UCharacterCategory.DECIMAL_DIGIT_NUMBER;
    boolean alone =
        !digit && WITHOUT_SPACES.contains(codePoint) && NFD.getCombiningClass(codePoint) == 0;
    if (alone || digit != digits) {
      end();
    }
    digits = digit;
    if (digit) {
      open.append(UCharacter.digit(codePoint));
    } else {
      open.appendCodePoint(codePoint);
    }
    if (alone) {
      end();
    }
  }

  private void end() {
    byte[] bytes = open.toString().getBytes(UTF_8);
    for (int at = 0; at < bytes.length; at += 32) {
      int length = Math.min(32, bytes.length - at);
      String part = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
      units.add((digits ? "0:" : "") + part);
    }
    open.setLength(0);
    digits = false;
  }
}
