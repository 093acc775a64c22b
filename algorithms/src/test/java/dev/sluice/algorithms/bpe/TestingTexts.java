package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.words.WordCounter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts for tests: real ones of many scripts, and random ones made of what patterns tell apart. */
public final class TestingTexts {
  /** Prose, code, signs and white space of many kinds. */
  public static final List<String> REAL =
      List.of(
          "The quick brown fox doesn't jump over 13 lazy dogs; it'll've jumped, they're sure!",
          "He said: \"I'M NOT SURE 'bout that\"... 'tis WE'LL'D don'\u017F it\u2019s",
          "public static void main(String[] args) {\n    System.out.println(\"a\\tb\");\n}\n",
          "  def f(x):\r\n\t\treturn x ** 2  # squared\r\n\r\n\r\n",
          "price: $1,234.56 (12345678 units) 50% off — save ½ or ² today №7 Ⅷ",
          "床前明月光，疑是地上霜。舉頭望明月，低頭思故鄉。2024年5月",
          "これはテストです。カタカナとひらがな、漢字。１２３４５",
          "Быстрая коричневая лиса прыгает через ленивую собаку 42 раза.",
          "الثعلب البني السريع يقفز فوق الكلب الكسول ١٢٣",
          "हिन्दी में एक वाक्य है। १२३ क्षत्रिय",
          "👩‍👩‍👧‍👦 family 🇩🇪 flag 👍🏽 ok e\u0301 é naïve ﬁne",
          "a\u00A0b\u2003c\u3000d\u2028e\u0085f\u001Cg\u200Bh\u0000i\u007F \uFEFFj",
          "trailing spaces   ",
          "   leading and   inner   \n  \n x",
          "ends with breaks\n\n  ",
          "\n",
          " ",
          "'",
          "''s's 's's",
          "");

  private static final String[] PIECES = {
    " ", " ", "  ", "\n", "\r\n", "\t", "\u00A0", "\u3000", "'", "'s", "'LL", "'re", "'\u017F", "a",
    "the", "Z", "é", "漢", "字", "1", "12", "٣", "½", ".", "!?", "_", "-", "€", "🙂", "e\u0301",
    "\u200B"
  };

  private TestingTexts() {}

  /** A counter with room for all words of a test, which spills none. */
  static WordCounter counter() {
    return new WordCounter(1 << 28, Path.of("missing"));
  }

  /** A text of up to 40 pieces. */
  public static String random(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      if (random.nextInt(8) == 0) {
        text.appendCodePoint(knownCodePoint(random));
      } else {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString();
  }

  /** A code point that is assigned in the running JDK's version of Unicode. */
  private static int knownCodePoint(Random random) {
    while (true) {
      int codePoint = random.nextInt(random.nextBoolean() ? 0x3000 : 0x110000);
      int type = Character.getType(codePoint);
      if (type != Character.UNASSIGNED && type != Character.SURROGATE) {
        return codePoint;
      }
    }
  }

  /** Words of a few letters, so that many pairs are equally frequent and tokens arise twice. */
  static List<String> randomWords(Random random, int words, int letters, int maxLength) {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      StringBuilder word = new StringBuilder();
      for (int j = 1 + random.nextInt(maxLength); j > 0; j--) {
        word.append((char) ('a' + random.nextInt(letters)));
      }
      made.add(word.toString());
    }
    return made;
  }
}
