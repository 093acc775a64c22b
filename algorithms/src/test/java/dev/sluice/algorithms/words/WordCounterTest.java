package dev.sluice.algorithms.words;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class WordCounterTest {
  @TempDir Path directory;

  @Test
  void shouldCountWordsOfAnyLengthInTheOrderOfTheirBytes() {
    List<String> words = randomWords(new Random(7), 50_000, 5_000, 20);
    try (WordCounter counter = new WordCounter(1 << 28, directory)) {
      words.forEach(word -> add(counter, word));

      assertThat(contents(List.of(counter))).containsExactlyEntriesOf(slowly(words));
    }
  }

  @Test
  void shouldDistinguishWordsWithZeroBytes() {
    List<String> words = List.of("a", "a\0", "a\0\0", "\0", "\0\0", "aaaaaaaa", "aaaaaaaa\0", "a");
    try (WordCounter counter = new WordCounter(1 << 28, directory)) {
      words.forEach(word -> add(counter, word));

      assertThat(contents(List.of(counter))).containsExactlyEntriesOf(slowly(words));
    }
  }

  @Test
  void shouldCountTheSameWhateverIsSpilledAndHoweverManyCount() throws IOException {
    List<String> words = randomWords(new Random(8), 300_000, 200_000, 20);
    Map<String, Long> expected = slowly(words);
    for (int threads = 1; threads <= 3; threads++) {
      List<WordCounter> counters = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        counters.add(new WordCounter(WordCounter.MIN_BUDGET, directory));
      }
      for (int i = 0; i < words.size(); i++) {
        add(counters.get(i % threads), words.get(i));
      }

      assertThat(counters.stream().mapToLong(WordCounter::spills).sum()).isGreaterThan(3);
      assertThat(contents(counters)).isEqualTo(expected);
      counters.forEach(WordCounter::close);
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void shouldMergeSpilledFilesWhenTheyAreMany() throws IOException {
    List<String> words = randomWords(new Random(9), 300_000, 200_000, 250);
    try (WordCounter counter = new WordCounter(WordCounter.MIN_BUDGET, directory)) {
      words.forEach(word -> add(counter, word));

      assertThat(counter.spills()).isGreaterThan(64);
      assertThat(files()).hasSizeLessThanOrEqualTo(65);
      assertThat(contents(List.of(counter))).isEqualTo(slowly(words));
    }
  }

  @Test
  void shouldLeaveNoFileWhenClosedBeforeMerging() throws IOException {
    try (WordCounter counter = new WordCounter(WordCounter.MIN_BUDGET, directory)) {
      randomWords(new Random(1), 100_000, 100_000, 20).forEach(word -> add(counter, word));
      assertThat(files()).isNotEmpty();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void shouldTakeAWordLongerThanTheBudget() {
    byte[] word = new byte[3 << 20];
    try (WordCounter counter = new WordCounter(WordCounter.MIN_BUDGET, directory)) {
      counter.add(word, 0, word.length);
      counter.add("and another".getBytes(UTF_8), 0, 11);
      counter.add(word, 0, word.length);

      assertThat(contents(List.of(counter)))
          .containsExactly(entry(new String(word, ISO_8859_1), 2L), entry("and another", 1L));
    }
  }

  @Test
  void shouldSpillWhenAnArrayCannotGrow() {
    List<String> words = randomWords(new Random(10), 50_000, 40_000, 40);
    try (WordCounter counter = new WordCounter(Long.MAX_VALUE, directory, 1 << 17)) {
      words.forEach(word -> add(counter, word));

      assertThat(counter.spills()).isGreaterThan(3);
      assertThat(contents(List.of(counter))).isEqualTo(slowly(words));
    }
  }

  @Test
  void shouldRefuseABudgetThatIsTooSmall() {
    assertThatThrownBy(() -> new WordCounter(1000, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1048576")
        .hasMessageContaining("1000");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static void add(WordCounter counter, String word) {
    byte[] bytes = ("<" + word).getBytes(ISO_8859_1);
    counter.add(bytes, 1, bytes.length - 1);
  }

  private static List<String> randomWords(Random random, int count, int distinct, int mostBytes) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int word = (int) (distinct * random.nextDouble() * random.nextDouble());
      Random letters = new Random(word);
      byte[] bytes = new byte[1 + letters.nextInt(mostBytes)];
      letters.nextBytes(bytes);
      words.add(new String(bytes, ISO_8859_1));
    }
    return words;
  }

  private static Map<String, Long> slowly(List<String> words) {
    Map<String, Long> counts = new TreeMap<>();
    words.forEach(word -> counts.merge(word, 1L, Long::sum));
    return counts;
  }

  /** The words of counters in the order in which they are visited. */
  public static Map<String, Long> contents(Collection<WordCounter> counters) {
    Map<String, Long> contents = new LinkedHashMap<>();
    WordCounter.visit(
        counters,
        (bytes, offset, length, count) ->
            contents.put(new String(bytes, offset, length, ISO_8859_1), count));
    return contents;
  }
}
