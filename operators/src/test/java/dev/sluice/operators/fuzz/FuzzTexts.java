package dev.sluice.operators.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.TestingTexts;
import java.util.List;
import java.util.Random;

/** Texts that are made to go wrong, each a function of a seed and a number. Immutable. */
final class FuzzTexts {
  private static final int SHORT = 40;
  private static final int REAL = 400;
  private static final int REPEATED = 300;

  private static final String[] UNITS = {
    "\ud83d\ude00",
    "\ud83d\udc68\u200d\ud83d\udc69\u200d",
    "\u0301\u0323",
    "a\u0301\u0323\u0301 ",
    " ",
    "\n",
    "\r",
    "\u0000",
    "a",
    "a ",
    "a b ",
    ".",
    ".a",
    "<",
    "<b>",
    "<div><p>",
    "<table><tr><td>",
    "<a x='",
    "<script>",
    "</p>",
    "&amp;&#12",
    "<!--",
    "[1",
    "a@",
    "a@b.c.",
    "1:",
    "1.2.3.4.",
    "1",
    "http:/",
    "http://",
    "www.",
    "\u4f60\u597d\u4e16\u754c",
    "\u4e00",
    "\u4e2d\u6587\u5206\u8bcd\u662f\u4e00\u4e2a\u95ee\u9898\u3002",
    "\u3053\u3093\u306b\u3061\u306f",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\u1019\u103c\u1014\u103a\u1019\u102c",
    "\u17a2\u17d2\u1793\u1780",
    "\ud55c\uad6d\uc5b4 ",
    "\ud83c\udde9",
    "\u05d0\"",
    "\u0645\u0631\u062d\u0628\u0627 ",
    "\u202e\u0645\u202c",
    "\u00c3",
    "\u00c3\u00a9",
    "January 1 ",
    "2024-01-31 ",
    "/*",
    "# ",
    "- ",
    "{",
    "\"",
    "\\",
    "\ufffd",
    "\ufeff",
    "\ud800",
    "\udc00",
    "\u200b",
    "the of and ",
    "Lorem ipsum. "
  };

  private final long seed;
  private final List<String> real;

  /**
   * @param real texts to change; may be empty
   */
  FuzzTexts(long seed, List<String> real) {
    this.seed = seed;
    this.real = List.copyOf(real);
  }

  /** How many texts there are of one repeated unit. */
  static int units() {
    return UNITS.length;
  }

  /** One unit over and over. */
  static String repeated(int unit, int length) {
    String one = UNITS[unit];
    return one.repeat(Math.max(1, length / one.length()));
  }

  /** The text of a number. */
  String text(long number) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + number);
    return switch (random.nextInt(20)) {
      case 0, 1 -> repeated(random.nextInt(UNITS.length), random.nextInt(REPEATED));
      case 2 -> anything(random, random.nextInt(100));
      case 3 -> markup(random, random.nextInt(30));
      case 4 -> TestingTexts.repetitive(random, random.nextInt(100));
      case 5, 6, 7, 8 -> changed(random);
      case 9 -> TestingTexts.mixed(random, random.nextInt(SHORT)) + changed(random);
      case 10 -> "x".repeat(random.nextInt(300)) + TestingTexts.mixed(random, 5);
      default -> TestingTexts.mixed(random, random.nextInt(SHORT));
    };
  }

  /** Units of UTF-16 from anywhere, halves of pairs too. */
  private static String anything(Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      int around = random.nextInt(0x110000);
      for (int i = random.nextInt(12); i >= 0; i--) {
        int codePoint = Math.min(0x10FFFF, around + random.nextInt(64));
        text.appendCodePoint(codePoint);
      }
    }
    return text.toString();
  }

  private static String markup(Random random, int pieces) {
    String[] tags = {
      "<p>",
      "</p>",
      "<br>",
      "<b>",
      "</b>",
      "<table>",
      "<td>",
      "<script>x",
      "</script>",
      "<!--",
      "-->",
      "<a href=\"http://x\">",
      "<style>",
      "<svg><foreignObject>",
      "<select><option>",
      "<math>",
      "<template>",
      "<form>",
      "<![CDATA[",
      "<?x",
      "&nbsp;",
      "&#x1F600;",
      "&#xD800;",
      "&bogus;",
      "</",
      "<plaintext>",
      "<frameset>",
      "<body>",
      "<textarea>",
      "<noscript>"
    };
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      text.append(tags[random.nextInt(tags.length)]);
      text.append(TestingTexts.mixed(random, random.nextInt(4)));
    }
    return text.toString();
  }

  /** A piece of a real text with some of it damaged. */
  private String changed(Random random) {
    if (real.isEmpty()) {
      return TestingTexts.repetitive(random, random.nextInt(100));
    }
    String whole = real.get(random.nextInt(real.size()));
    int begin = random.nextInt(whole.length() + 1);
    int end = Math.min(whole.length(), begin + random.nextInt(REAL));
    StringBuilder text = new StringBuilder(whole.substring(begin, end));
    for (int i = random.nextInt(8); i > 0; i--) {
      change(text, random);
    }
    return random.nextInt(8) == 0 ? misread(text.toString(), random) : text.toString();
  }

  private static void change(StringBuilder text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int until = Math.min(text.length(), at + random.nextInt(100));
    switch (random.nextInt(6)) {
      case 0 -> text.delete(at, until);
      case 1 -> text.insert(at, text.substring(at, until).repeat(random.nextInt(6)));
      case 2 -> text.insert(at, UNITS[random.nextInt(UNITS.length)].repeat(random.nextInt(20)));
      case 3 -> text.insert(at, TestingTexts.mixed(random, 3));
      case 4 -> text.insert(at, (char) random.nextInt(0x10000));
      default -> text.replace(at, until, text.substring(at, until).replace(' ', '\n'));
    }
  }

  /** Its bytes with some of them changed, as far as they are UTF-8. */
  private static String misread(String text, Random random) {
    byte[] bytes = text.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i += 1 + random.nextInt(60)) {
      bytes[i] = (byte) random.nextInt(256);
    }
    return new String(bytes, UTF_8);
  }
}
