package dev.sluice.operators.shingle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.operators.TestingTexts;
import dev.sluice.operators.Text;
import dev.sluice.operators.text.WordRule;
import dev.sluice.operators.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShinglerTest {
  private static List<Long> shingles(Shingler shingler, String text) {
    byte[] bytes = (" x" + text).getBytes(UTF_8);
    List<Long> all = new ArrayList<>();
    long count =
        shingler.shingle(
            bytes,
            2,
            bytes.length - 2,
            (hashes, some) -> {
              for (int i = 0; i < some; i++) {
                all.add(hashes[i]);
              }
            });
    assertThat(all).hasSize((int) count);
    return all;
  }

  private static List<String> units(ShingleUnit unit, String text) {
    return switch (unit) {
      case AUTO -> SlowWords.byScript(text);
      case WORDS -> SlowWords.of(text);
      case UNICODE_WORDS -> unicodeWords(text);
      case CHARACTERS -> text.codePoints().mapToObj(Character::toString).toList();
    };
  }

  private static List<String> unicodeWords(String text) {
    Words words = Words.of(Text.of(text), WordRule.UNICODE);
    List<String> units = new ArrayList<>();
    for (int i = 0; i < words.count(); i++) {
      if (words.isWord(i)) {
        String word = text.substring(words.start(i), words.end(i));
        units.add(word.replace("\u03A3", "\u03C3").replace("\u0130", "i").toLowerCase(Locale.ROOT));
      }
    }
    return units;
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveEqualHashesToEqualSequencesAlone(ShingleUnit unit) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<List<String>, Long> known = new HashMap<>();
    Map<Long, List<String>> meaning = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      int length = 1 + random.nextInt(3);
      String text = TestingTexts.mixed(random, random.nextInt(30));
      List<String> units = units(unit, text);
      List<Long> hashes = shingles(Shingler.of(unit, length), text);
      String where = "seed " + seed + ": " + text;
      assertThat(hashes).as(where).hasSize(Math.max(0, units.size() - length + 1));
      for (int at = 0; at < hashes.size(); at++) {
        List<String> shingle = units.subList(at, at + length);
        long hash = hashes.get(at);
        boolean same =
            known.computeIfAbsent(shingle, each -> hash) == hash
                && meaning.computeIfAbsent(hash, each -> shingle).equals(shingle);
        assertThat(same).as(where).isTrue();
      }
    }
    assertThat(known).hasSizeGreaterThan(500);
  }

  @ParameterizedTest
  @EnumSource
  void shouldDistinguishShortTextsByAllTheirUnits(ShingleUnit unit) {
    Random random = new Random(1);
    Map<List<String>, Long> known = new HashMap<>();
    Map<Long, List<String>> meaning = new HashMap<>();
    Shingler shingler = Shingler.of(unit, 6);
    for (int i = 0; i < 2_000; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(5));
      List<String> units = units(unit, text);
      boolean some = shingles(shingler, text).isEmpty() && !units.isEmpty();
      assertThat(shingler.shortText().isPresent()).as(text).isEqualTo(some);
      if (some) {
        long hash = shingler.shortText().getAsLong();
        assertThat(known.computeIfAbsent(units, each -> hash)).isEqualTo(hash);
        assertThat(meaning.computeIfAbsent(hash, each -> units)).isEqualTo(units);
      }
    }
  }

  @Test
  void shouldHaveNothingToSayOfTextsWithoutWords() {
    for (String text : List.of("", " ", "\n\t", "...!", "\u0301", "\u3002\u00a0")) {
      Shingler shingler = Shingler.of(ShingleUnit.WORDS, 5);
      assertThat(shingles(shingler, text)).isEmpty();
      assertThat(shingler.shortText()).isEqualTo(OptionalLong.empty());
      Shingler joined = Shingler.joined(5, JoinedHash.xxHash64());
      assertThat(shingles(joined, text)).isEmpty();
      assertThat(joined.shortText()).isEqualTo(OptionalLong.empty());
    }
  }

  @Test
  void shouldHashJoinedWords() {
    Random random = new Random(3);
    Shingler shingler = Shingler.joined(3, JoinedHash.xxHash64());
    for (int i = 0; i < 1_000; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(40));
      List<String> words = SlowWords.of(text);
      List<Long> expected = new ArrayList<>();
      for (int at = 0; at + 3 <= words.size(); at++) {
        expected.add(xxHash64(words.subList(at, at + 3)));
      }
      assertThat(shingles(shingler, text)).as(text).isEqualTo(expected);
      if (expected.isEmpty() && !words.isEmpty()) {
        assertThat(shingler.shortText()).hasValue(xxHash64(words));
      }
    }
  }

  private static long xxHash64(List<String> words) {
    byte[] joined = String.join(" ", words).getBytes(UTF_8);
    return XxHash64.hash(joined, 0, joined.length, 0);
  }

  /** Longer than any buffer, with words shorter and longer than it. */
  @Test
  void shouldHashJoinedWordsOfLongTexts() {
    StringBuilder text = new StringBuilder();
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      text.append("abcdefgh".repeat(random.nextInt(i % 50 == 0 ? 20_000 : 500)))
          .append(i)
          .append(' ');
      text.append("one two three ".repeat(20));
    }
    List<String> words = SlowWords.of(text.toString());
    List<Long> expected = new ArrayList<>();
    for (int at = 0; at + 5 <= words.size(); at++) {
      expected.add(xxHash64(words.subList(at, at + 5)));
    }
    assertThat(shingles(Shingler.joined(5, JoinedHash.xxHash64()), text.toString()))
        .isEqualTo(expected);
  }

  @Test
  void shouldHashAsDatatroveAndDataJuicerDo() {
    String text = "The quick, brown FOX jumps!";
    assertThat(shingles(Shingler.joined(5, JoinedHash.xxHash64()), text))
        .containsExactly(7797000677988824208L);
    assertThat(shingles(Shingler.joined(5, JoinedHash.sha1()), text))
        .containsExactly(Long.parseUnsignedLong("12313522834835307089"));
    assertThat(shingles(Shingler.joined(5, JoinedHash.sha1Of32Bits()), text))
        .containsExactly(1208285777L);
  }

  @Test
  void shouldKeepItsHashesForEver() {
    String text = "The quick brown fox jumps over 12 lazy d\u00f6gs";
    assertThat(shingles(Shingler.of(ShingleUnit.WORDS, 8), text))
        .containsExactly(-6586268934483636605L, 7535310219355191639L);
    assertThat(shingles(Shingler.of(ShingleUnit.AUTO, 8), text))
        .containsExactly(-6586268934483636605L, 7535310219355191639L);
    assertThat(shingles(Shingler.of(ShingleUnit.UNICODE_WORDS, 9), text))
        .containsExactly(6545322426479159628L);
    assertThat(shingles(Shingler.of(ShingleUnit.CHARACTERS, 43), text))
        .containsExactly(3344637848679464000L);
  }

  @Test
  void shouldTakeEachLetterOfAScriptWithoutSpacesForAWord() {
    String spaced = "2 m\u00fc\ud55c\uad6d iphone 15 \u624b \u6a5f , \u3053 \u30fc \u0e44 \u0e17";
    String unspaced = "2 m\u00fc\ud55c\uad6d iphone 15\u624b\u6a5f,\u3053\u30fc\u0e44\u0e17";
    for (int length = 1; length < 12; length++) {
      assertThat(shingles(Shingler.of(ShingleUnit.AUTO, length), unspaced))
          .hasSize(11 - length)
          .isEqualTo(shingles(Shingler.of(ShingleUnit.WORDS, length), spaced));
    }
  }

  @Test
  void shouldSpreadHashesOverAllBits() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(i % 2 == 0 ? "ab" : "b ").append(i);
    }
    int[] ones = new int[64];
    List<Long> hashes = shingles(Shingler.of(ShingleUnit.CHARACTERS, 12), text.toString());
    List<Long> different = hashes.stream().distinct().toList();
    for (long hash : different) {
      for (int bit = 0; bit < 64; bit++) {
        ones[bit] += (int) (hash >>> bit & 1);
      }
    }
    for (int bit = 0; bit < 64; bit++) {
      double share = (double) ones[bit] / different.size();
      assertThat(share).as("bit %d", bit).isBetween(0.49, 0.51);
    }
  }

  @Test
  void shouldRefuseShinglesOfNothing() {
    assertThatThrownBy(() -> Shingler.of(ShingleUnit.WORDS, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a shingle has at least 1 unit, not 0");
  }
}
