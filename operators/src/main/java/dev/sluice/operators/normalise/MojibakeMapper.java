package dev.sluice.operators.normalise;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Utf8;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.Cut;
import java.nio.charset.Charset;

/** Implements {@code fix-mojibake}. */
final class MojibakeMapper {
  private static final OperatorTexts TEXTS = OperatorTexts.of("fix-mojibake");
  private static final int NONE = -1;
  private static final byte[] BYTES = new byte[0x10000];
  private static final boolean[] KNOWN = new boolean[0x10000];

  private static final Parameter<Integer> ROUNDS =
      TEXTS.parameter("rounds", ValueType.whole(1, 5), "2");

  static {
    for (int b = 0x80; b < 0x100; b++) {
      know((char) b, (byte) b); // Latin-1
      String read = new String(new byte[] {(byte) b}, Charset.forName("windows-1252"));
      if (read.charAt(0) != '\uFFFD') {
        know(read.charAt(0), (byte) b);
      }
    }
  }

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.NORMALISE, arguments -> text -> fix(text, arguments.value(ROUNDS)), ROUNDS);

  private MojibakeMapper() {}

  private static void know(char unit, byte value) {
    BYTES[unit] = value;
    KNOWN[unit] = true;
  }

  private static String fix(String text, int rounds) {
    String fixed = text;
    for (int round = 0; round < rounds; round++) {
      String better = fixOnce(fixed);
      if (better.equals(fixed)) {
        return fixed;
      }
      fixed = better;
    }
    return fixed;
  }

  private static String fixOnce(String text) {
    Cut cut = new Cut(text);
    byte[] sequence = new byte[4];
    int at = 0;
    while (at < text.length()) {
      int size = sequenceAt(text, at, sequence);
      if (size == NONE) {
        at++;
      } else {
        cut.replace(at, at + size, new String(sequence, 0, size, UTF_8));
        at += size;
      }
    }
    return cut.text();
  }

  /** Returns the size of the misread sequence at an index, and puts its bytes into the array. */
  private static int sequenceAt(String text, int at, byte[] sequence) {
    char first = text.charAt(at);
    if (first < 0x80 || !KNOWN[first]) {
      return NONE;
    }
    int lead = BYTES[first] & 0xFF;
    int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (size == 0 || at + size > text.length()) {
      return NONE;
    }
    for (int i = 0; i < size; i++) {
      char unit = text.charAt(at + i);
      if (!KNOWN[unit]) {
        return NONE;
      }
      sequence[i] = BYTES[unit];
    }
    return Utf8.isWellFormed(sequence, 0, size) ? size : NONE;
  }
}
