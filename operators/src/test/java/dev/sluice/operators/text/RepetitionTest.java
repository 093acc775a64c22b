package dev.sluice.operators.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.TestingTexts;
import dev.sluice.operators.Text;
import dev.sluice.operators.text.Lines.Duplicates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Against the rules written down once more, slowly and plainly. */
class RepetitionTest {
  private static final int TEXTS = 2_000;

  @Test
  void shouldFindRepeatedSequencesOfWords() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < TEXTS; i++) {
      String string = TestingTexts.repetitive(random, random.nextInt(80));
      Text text = Text.of(string);
      WordRule rule = random.nextBoolean() ? WordRule.UNICODE : WordRule.WHITESPACE;
      List<String> words = words(text, rule);
      WordNGrams grams = WordNGrams.of(text, rule);
      for (int n = WordNGrams.LEAST; n <= WordNGrams.MOST; n++) {
        String about = "seed %d, text %d, n %d, %s: %s".formatted(seed, i, n, rule, string);
        assertThat(grams.topCharacters(n)).describedAs(about).isEqualTo(top(words, n));
        assertThat(grams.duplicateCharacters(n)).describedAs(about).isEqualTo(dups(words, n));
      }
    }
  }

  @Test
  void shouldMeasureRepetitionLikeDataJuicer() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < TEXTS; i++) {
      String string =
          random.nextBoolean()
              ? TestingTexts.repetitive(random, random.nextInt(80))
              : TestingTexts.mixed(random, random.nextInt(40));
      Text text = Text.of(string);
      int n = 1 + random.nextInt(5);
      String about = "seed %d, text %d, n %d: %s".formatted(seed, i, n, string);
      assertThat(Repetition.ofCharacters(text, n))
          .describedAs(about)
          .isEqualTo(ofCharacters(string.codePoints().boxed().toList(), n));
      assertThat(Repetition.ofWords(text, WordRule.WHITESPACE, n))
          .describedAs(about)
          .isEqualTo(ofWords(words(text, WordRule.WHITESPACE), n));
    }
  }

  @Test
  void shouldCountDuplicateLinesAndParagraphs() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < TEXTS; i++) {
      String string = TestingTexts.repetitive(random, random.nextInt(40));
      Text text = Text.of(string);
      String about = "seed %d, text %d: %s".formatted(seed, i, string);
      assertThat(Duplicates.among(text, text.analysis(Lines.BETWEEN_RUNS), true))
          .describedAs(about)
          .isEqualTo(duplicates(Arrays.asList(string.split("\n+", -1))));
      assertThat(Duplicates.among(text, text.analysis(Lines.PARAGRAPHS), true))
          .describedAs(about)
          .isEqualTo(duplicates(Arrays.asList(string.strip().split("\n{2,}", -1))));
    }
  }

  private static List<String> words(Text text, WordRule rule) {
    Words words = Words.of(text, rule);
    return TestingTexts.parts(text.string(), words.count(), words::start, words::end);
  }

  private static List<List<String>> sequences(List<String> words, int n) {
    List<List<String>> sequences = new ArrayList<>();
    for (int i = 0; i + n <= words.size(); i++) {
      sequences.add(words.subList(i, i + n));
    }
    return sequences;
  }

  private static <T> Map<T, Integer> counts(List<T> values) {
    Map<T, Integer> counts = new LinkedHashMap<>();
    values.forEach(value -> counts.merge(value, 1, Integer::sum));
    return counts;
  }

  private static int top(List<String> words, int n) {
    Map<List<String>, Integer> counts = counts(sequences(words, n));
    int most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0);
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() == most)
        .findFirst()
        .map(entry -> String.join(" ", entry.getKey()).length() * most)
        .orElse(0);
  }

  private static int dups(List<String> words, int n) {
    Set<List<String>> seen = new HashSet<>();
    int characters = 0;
    int at = 0;
    while (at + n <= words.size()) {
      if (seen.add(words.subList(at, at + n))) {
        at++;
      } else {
        characters += String.join("", words.subList(at, at + n)).length();
        at += n;
      }
    }
    return characters;
  }

  private static double ofWords(List<String> words, int n) {
    List<String> lower = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    Map<List<String>, Integer> counts = counts(sequences(lower, n));
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    int repeated = counts.values().stream().filter(c -> c > 1).mapToInt(Integer::intValue).sum();
    return all == 0 ? 0 : (double) repeated / all;
  }

  private static double ofCharacters(List<Integer> characters, int n) {
    List<List<Integer>> sequences = new ArrayList<>();
    for (int i = 0; i + n <= characters.size(); i++) {
      sequences.add(characters.subList(i, i + n));
    }
    List<Integer> counts = new ArrayList<>(counts(sequences).values());
    counts.sort(Comparator.reverseOrder());
    long repeated = counts.stream().filter(count -> count > 1).count();
    long top = Math.min((long) Math.sqrt(counts.size()), repeated);
    int sum = counts.stream().limit(top).mapToInt(Integer::intValue).sum();
    return sequences.isEmpty() ? 0 : (double) sum / sequences.size();
  }

  private static Duplicates duplicates(List<String> pieces) {
    Set<String> seen = new HashSet<>();
    int duplicates = 0;
    int characters = 0;
    for (String piece : pieces) {
      if (!seen.add(piece)) {
        duplicates++;
        characters += piece.codePointCount(0, piece.length());
      }
    }
    return new Duplicates(pieces.size(), duplicates, characters);
  }
}
