package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.algorithms.words.WordCounterTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BpeTrainerTest {
  private static final int UNLIMITED = TrainerOptions.UNLIMITED;

  @Test
  void shouldLearnTheSameMergesAsTheSlowTrainer() {
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      List<String> words =
          TestingTexts.randomWords(
              random, 1 + random.nextInt(200), 1 + random.nextInt(4), 1 + random.nextInt(16));
      TrainerOptions options = randomOptions(random);
      assertThat(lines(train(words, options)))
          .as("%s %s", options, words)
          .isEqualTo(slowly(words, options));
    }
  }

  @Test
  void shouldLearnTheSameFromManyChunksAndHighCounts() {
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      Map<String, Long> words = new LinkedHashMap<>();
      for (String word :
          TestingTexts.randomWords(
              random, 1 + random.nextInt(200), 1 + random.nextInt(4), 1 + random.nextInt(30))) {
        words.merge(word, 1 + (random.nextLong() >>> 26 + random.nextInt(38)), Long::sum);
      }
      // With this vocabulary, a slot of pairs has two bits for a count.
      TrainerOptions options =
          i % 4 == 0
              ? new TrainerOptions(Integer.MAX_VALUE, List.of(), 1, 12, 100)
              : randomOptions(random);
      // A chunk of 16 units is shorter than many records, and full after few others.
      BpeTrainer trainer = new BpeTrainer(options, 2 + random.nextInt(5), 0);
      words.forEach((word, count) -> trainer.add(word.getBytes(UTF_8), 0, word.length(), count));

      assertThat(lines(trainer.train((tokens, heapBytes) -> {})))
          .as("%s %s", options, words)
          .isEqualTo(new SlowTrainer(options).train(words));
      assertThat(contents(trainer)).isEqualTo(words);
    }
  }

  @Test
  void shouldLearnTheSameFromListsOfManyPages() {
    List<String> words = TestingTexts.randomWords(new Random(7), 4_000, 3, 24);
    TrainerOptions options = new TrainerOptions(320, List.of("[PAD]"), 1, UNLIMITED, UNLIMITED);

    assertThat(lines(train(words, options))).isEqualTo(slowly(words, options));
  }

  @Test
  void shouldLearnTheSameWithTokensOfTwoUnits() {
    Random random = new Random(6);
    for (int i = 0; i < 4; i++) {
      // The letters a to d are among the last tokens of one unit, or the first of two.
      List<String> specials =
          IntStream.range(0, 0xC000 - 69 + 2 * i).mapToObj(n -> "<" + n + ">").toList();
      TrainerOptions options =
          new TrainerOptions(
              TrainerOptions.minVocabularySize(specials) + 60, specials, 1, UNLIMITED, UNLIMITED);
      List<String> words = TestingTexts.randomWords(random, 60, 4, 12);
      BpeTrainer trainer = new BpeTrainer(options, 4 + random.nextInt(4), 0);
      WordCounter.visit(List.of(count(words)), trainer);

      assertThat(lines(trainer.train((tokens, heapBytes) -> {}))).isEqualTo(slowly(words, options));
      assertThat(contents(trainer)).isEqualTo(WordCounterTest.contents(List.of(count(words))));
    }
  }

  private static Map<String, Long> contents(BpeTrainer trainer) {
    Map<String, Long> contents = new HashMap<>();
    trainer.visit(
        (bytes, offset, length, count) ->
            assertThat(contents.put(new String(bytes, offset, length, ISO_8859_1), count))
                .isNull());
    return contents;
  }

  private static List<String> slowly(List<String> words, TrainerOptions options) {
    return new SlowTrainer(options).train(WordCounterTest.contents(List.of(count(words))));
  }

  private static TrainerOptions randomOptions(Random random) {
    List<String> specials =
        random.nextInt(4) == 0 ? List.of("[PAD]", "a", "abba", "ba") : List.of("[PAD]");
    return new TrainerOptions(
        260 + random.nextInt(400),
        specials,
        1 + random.nextInt(4),
        random.nextInt(3) == 0 ? 2 + random.nextInt(8) : UNLIMITED,
        random.nextInt(4) == 0 ? random.nextInt(50) : UNLIMITED);
  }

  @Test
  void shouldMergeTheMostFrequentPairFirstAndOfEqualOnesTheSmaller() {
    BpeModel model = train(List.of("bc", "bc", "ab", "ab", "xyz"), options(1000, 1));

    assertThat(mergeLines(model)).containsExactly("a b", "b c", "x y", "xy z");
    assertThat(model.text(0)).isEqualTo("[PAD]");
    assertThat(model.text(4)).isEqualTo("!");
    assertThat(model.size()).isEqualTo(264);
  }

  @Test
  void shouldStopAtTheMinimumFrequencyAndAtTheLimits() {
    List<String> words = List.of("bc", "bc", "ab", "ab", "ab", "xyz");

    assertThat(mergeLines(train(words, options(1000, 2)))).containsExactly("a b", "b c");
    assertThat(mergeLines(train(words, options(261, 1)))).containsExactly("a b");
    assertThat(mergeLines(train(words, new TrainerOptions(1000, List.of(), 1, UNLIMITED, 3))))
        .hasSize(3);
    assertThat(mergeLines(train(words, new TrainerOptions(1000, List.of(), 1, 2, UNLIMITED))))
        .containsExactly("a b", "b c", "x y");
  }

  @Test
  void shouldCountBeyond32Bits() {
    WordCounter counter = TestingTexts.counter();
    counter.add("ab and more".getBytes(UTF_8), 0, 2, 3_000_000_000L);
    counter.add("cdefghijk".getBytes(UTF_8), 0, 2, 3_000_000_001L);
    counter.add("abcdefghijk".getBytes(UTF_8), 0, 11, 2_147_483_648L);

    assertThat(mergeLines(train(counter, options(1000, 1), (tokens, heapBytes) -> {})))
        .startsWith("c d", "a b", "e f")
        .hasSize(10);
  }

  @Test
  void shouldKeepToTheMemoryThatItNames() {
    Random random = new Random(8);
    for (int alphabet : new int[] {26, 4_000}) {
      BpeTrainer trainer = new BpeTrainer(options(4_000, 2));
      int words = 60_000;
      long bytes = 0;
      for (int i = 0; i < words; i++) {
        StringBuilder word = new StringBuilder();
        for (int j = alphabet == 26 ? 30 : 10; j > 0; j--) {
          int letter = (int) (alphabet * random.nextDouble() * random.nextDouble());
          word.append((char) ((alphabet == 26 ? 'a' : 0x4E00) + letter));
        }
        byte[] text = word.toString().getBytes(UTF_8);
        trainer.add(text, 0, text.length, 1);
        bytes += text.length;
      }
      long[] most = {0};
      trainer.train((tokens, heapBytes) -> most[0] = Math.max(most[0], heapBytes));

      assertThat(most[0])
          .isBetween(
              BpeTrainer.leastBytes(words, bytes) - (16 << 20),
              BpeTrainer.memoryBytes(words, bytes) - (8 << 20));
    }
  }

  @Test
  void shouldReportProgressAndAcceptAnEmptyText() {
    List<Integer> sizes = new ArrayList<>();
    train(count(List.of("abc")), options(1000, 1), (tokens, heapBytes) -> sizes.add(tokens));

    assertThat(sizes).containsExactly(261, 262);
    assertThat(mergeLines(train(List.of(), options(1000, 1)))).isEmpty();
  }

  @Test
  void shouldLearnTheSameFromSpilledCounts(@TempDir Path directory) {
    List<String> words = TestingTexts.randomWords(new Random(4), 100_000, 20, 12);
    try (WordCounter spilling = new WordCounter(WordCounter.MIN_BUDGET, directory)) {
      words.forEach(word -> spilling.add(word.getBytes(UTF_8), 0, word.length()));
      assertThat(spilling.spills()).isPositive();

      BpeModel model = train(spilling, options(2000, 2), (tokens, heapBytes) -> {});
      assertThat(lines(model)).isEqualTo(lines(train(words, options(2000, 2))));
    }
  }

  @Test
  void shouldRefuseAVocabularyThatIsTooSmall() {
    assertThatThrownBy(() -> options(259, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("259")
        .hasMessageContaining("260");
  }

  private static TrainerOptions options(int vocabularySize, long minFrequency) {
    return new TrainerOptions(
        vocabularySize,
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
        minFrequency,
        UNLIMITED,
        UNLIMITED);
  }

  private static BpeModel train(List<String> words, TrainerOptions options) {
    return train(count(words), options, (tokens, heapBytes) -> {});
  }

  private static BpeModel train(
      WordCounter words, TrainerOptions options, BpeTrainer.Progress progress) {
    BpeTrainer trainer = new BpeTrainer(options);
    WordCounter.visit(List.of(words), trainer);
    return trainer.train(progress);
  }

  private static WordCounter count(List<String> words) {
    WordCounter counter = TestingTexts.counter();
    words.forEach(word -> counter.add(word.getBytes(UTF_8), 0, word.length()));
    return counter;
  }

  private static List<String> mergeLines(BpeModel model) {
    return model.merges().stream()
        .map(merge -> model.text(merge.left()) + " " + model.text(merge.right()))
        .toList();
  }

  private static List<String> lines(BpeModel model) {
    List<String> lines = new ArrayList<>(model.vocabulary().keySet());
    lines.addAll(mergeLines(model));
    return lines;
  }

  @Test
  void shouldBeReadBackFromVocabularyAndMerges() {
    BpeModel model = train(List.of(" the", " then", "there", "été"), options(300, 1));
    Map<String, Integer> vocabulary = model.vocabulary();

    BpeModel read =
        BpeModel.of(vocabulary, mergeLines(model), Set.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"));

    assertThat(lines(read)).isEqualTo(lines(model));
    assertThat(read.merges()).isEqualTo(model.merges());
    assertThat(read.isSpecial(3)).isTrue();
    assertThat(read.isSpecial(4)).isFalse();
    assertThat(read.bytes(read.size() - 1)).isEqualTo(model.bytes(model.size() - 1));
  }
}
