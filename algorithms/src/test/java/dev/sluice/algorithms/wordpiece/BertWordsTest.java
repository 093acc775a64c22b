package dev.sluice.algorithms.wordpiece;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Digests that HF {@code tokenizers} gave, by {@code it/bin/onnx_models.py words}. */
class BertWordsTest {
  private static final int[][] RANGES = {
    {0x300, 0x70},
    {0x20, 0x60},
    {0x1E00, 0x200},
    {0xAC00, 0x2BA4},
    {0x1D165, 0x20},
    {0x302A, 6},
    {0x900, 0x800},
    {0x1E000, 0x30}
  };

  private long state = 1;

  @Test
  void shouldSplitEveryCharacterAndMadeUpTextsAsTheLibraryDoes() throws Exception {
    List<String> texts = everyCharacter();
    texts.addAll(madeUp(20_000));
    List<String> digests = new ArrayList<>();
    for (String line : golden()) {
      String bits = line.substring(0, line.indexOf('\t'));
      BertTokenizer.Steps chosen =
          new BertTokenizer.Steps(on(bits, 0), on(bits, 1), on(bits, 2), on(bits, 3));
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      texts.forEach(
          text -> digest.update((String.join("\0", words(chosen, text)) + "\n").getBytes(UTF_8)));
      digests.add(bits + "\t" + HexFormat.of().formatHex(digest.digest()));
    }
    assertThat(digests).hasSize(6).isEqualTo(golden());
  }

  private static boolean on(String bits, int at) {
    return bits.charAt(at) == '1';
  }

  @Test
  void shouldLowerASigmaWithoutLookingAtItsPlace() {
    BertTokenizer.Steps lower = new BertTokenizer.Steps(false, false, false, true);
    assertThat(words(lower, "ΟΔΟΣ İ")).containsExactly("οδοσ", "i̇");
  }

  private static List<String> golden() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(BertWordsTest.class.getResourceAsStream("words.tsv"), UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static List<String> words(BertTokenizer.Steps steps, String text) {
    BertWords words = new BertWords(steps, text, 0, text.length());
    List<String> all = new ArrayList<>();
    while (words.next()) {
      all.add(new String(words.word().toArray(), 0, words.word().size()));
    }
    return all;
  }

  private static List<String> everyCharacter() {
    List<String> texts = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        String text = Character.toString(point);
        parts.add("%s a%sb \u0345%s\u0334".formatted(text, text, text));
      }
      if (parts.size() == 64 || point == Character.MAX_CODE_POINT) {
        texts.add(String.join(" ", parts));
        parts.clear();
      }
    }
    return texts;
  }

  private List<String> madeUp(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < 16; j++) {
        int[] range = RANGES[below(RANGES.length)];
        text.appendCodePoint(range[0] + below(range[1]));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private int below(int bound) {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return (int) ((state >>> 33) % bound);
  }
}
