package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import java.io.ByteArrayOutputStream;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BpeEncoderTest {
  private static final PreTokenizer GPT2 = new PreTokenizer(SplitPattern.GPT2, false);
  private static final BpeModel MODEL = train(GPT2);

  @ParameterizedTest
  @EnumSource
  void shouldMergeAsTheSlowEncoderDoes(SplitPattern pattern) {
    PreTokenizer preTokenizer = new PreTokenizer(pattern, false);
    BpeModel model = train(preTokenizer);
    BpeEncoder encoder = new BpeEncoder(model, preTokenizer);
    Random random = new Random(5);
    for (int i = 0; i < 2_000; i++) {
      String text =
          i < TestingTexts.REAL.size() ? TestingTexts.REAL.get(i) : TestingTexts.random(random);
      int[] ids = encoder.encode(text.getBytes(UTF_8));

      assertThat(ids).as(text).isEqualTo(slowly(model, preTokenizer, text));
      assertThat(new String(decoded(model, ids), UTF_8)).isEqualTo(text);
    }
  }

  /** The checksums are of what HF tokenizers 0.23.3 learned from these texts, and made of them. */
  @ParameterizedTest
  @CsvSource({
    "GPT2, 2724341366, 154710892",
    "CL100K, 1080570452, 435089298",
    "WHITESPACE, 1261042888, 548009594"
  })
  void shouldLearnAndEncodeWhatHfDoes(SplitPattern pattern, long merges, long ids) {
    PreTokenizer preTokenizer = new PreTokenizer(pattern, false);
    BpeModel model = train(preTokenizer);
    BpeEncoder encoder = new BpeEncoder(model, preTokenizer);
    CRC32 mergesFound = new CRC32();
    CRC32 idsFound = new CRC32();
    for (BpeMerge merge : model.merges()) {
      String line = model.text(merge.left()) + " " + model.text(merge.right()) + "\n";
      mergesFound.update(line.getBytes(UTF_8));
    }
    for (String text : TestingTexts.REAL) {
      for (int id : encoder.encode(text.getBytes(UTF_8))) {
        idsFound.update((id + " ").getBytes(UTF_8));
      }
      idsFound.update('\n');
    }

    assertThat(mergesFound.getValue()).isEqualTo(merges);
    assertThat(idsFound.getValue()).isEqualTo(ids);
  }

  @Test
  void shouldMergeLongWordsAsShortOnes() {
    BpeEncoder encoder = new BpeEncoder(MODEL, GPT2);
    Random random = new Random(6);
    for (int i = 0; i < 200; i++) {
      String word = TestingTexts.randomWords(random, 1, 1 + random.nextInt(20), 400).get(0);
      assertThat(encoder.encode(word.getBytes(UTF_8))).isEqualTo(slowly(MODEL, GPT2, word));
    }
  }

  @Test
  void shouldEncodeAWordOfAMegabyte() {
    byte[] word = new byte[1 << 20];
    Arrays.fill(word, (byte) 'a');
    BpeModel model = model(List.of("a a", "aa aa", "aaaa aaaa"));

    int[] ids = new BpeEncoder(model, GPT2).encode(word);

    assertThat(ids).hasSize(1 << 17).containsOnly(model.vocabulary().get("aaaaaaaa"));
  }

  @Test
  void shouldNotTakeAWordOfTheVocabularyThatMergesDoNotMake() {
    BpeModel model = model(List.of("a b", "b c", "ab c", "c d", "bc d", "a bcd"), "abc", "abcd");

    assertThat(texts(model, "abc")).containsExactly("abc");
    assertThat(texts(model, "abcd")).containsExactly("abc", "d");
  }

  @Test
  void shouldStillBeRightWhenTheCacheWasEmptied() {
    BpeEncoder encoder = new BpeEncoder(MODEL, GPT2);
    byte[] probe = "The quick brown foxes jumped unexpectedly".getBytes(UTF_8);
    int[] expected = encoder.encode(probe);
    Random random = new Random(7);
    for (String word : TestingTexts.randomWords(random, 200_000, 26, 14)) {
      byte[] bytes = word.getBytes(UTF_8);
      assertThat(decoded(MODEL, encoder.encode(bytes))).isEqualTo(bytes);
    }
    assertThat(encoder.encode(probe)).isEqualTo(expected);
  }

  @Test
  void shouldEncodeTheTextOfSpecialTokensAsAnyOther() {
    BpeModel model = model(List.of("P A"), "[PAD]");
    BpeModel special = BpeModel.of(model.vocabulary(), List.of("P A"), Set.of("[PAD]"));

    assertThat(texts(special, "a[PAD]")).containsExactly("a", "[", "PA", "D", "]");
  }

  @Test
  void shouldNormaliseFirst() {
    TextNormaliser normaliser = new TextNormaliser(Optional.of(Normalizer.Form.NFKC), true);
    BpeEncoder encoder = new BpeEncoder(MODEL, GPT2, normaliser).another();

    int[] ids = encoder.encode("ﬁXE\u0301Σ\u0130".getBytes(UTF_8));

    assertThat(new String(decoded(MODEL, ids), UTF_8)).isEqualTo("fixéσi\u0307");
  }

  @Test
  void shouldRefuseAVocabularyWithoutAByte() {
    BpeModel model = BpeModel.of(Map.of("a", 0, "b", 1), List.of(), Set.of());

    assertThatThrownBy(() -> new BpeEncoder(model, GPT2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0x00");
  }

  private static byte[] decoded(BpeModel model, int[] ids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Arrays.stream(ids).forEach(id -> bytes.writeBytes(model.bytes(id)));
    return bytes.toByteArray();
  }

  private static List<String> texts(BpeModel model, String text) {
    int[] ids = new BpeEncoder(model, GPT2).encode(text.getBytes(UTF_8));
    return Arrays.stream(ids).mapToObj(model::text).toList();
  }

  /** The alphabet, the results of these merges and more tokens. */
  private static BpeModel model(List<String> merges, String... more) {
    Map<String, Integer> vocabulary = new LinkedHashMap<>();
    for (int b = 0; b < 256; b++) {
      vocabulary.put(String.valueOf(ByteAlphabet.toChar(b)), b);
    }
    for (String token : more) {
      vocabulary.put(token, vocabulary.size());
    }
    for (String merge : merges) {
      vocabulary.putIfAbsent(merge.replace(" ", ""), vocabulary.size());
    }
    return BpeModel.of(vocabulary, merges, Set.of());
  }

  static BpeModel train(PreTokenizer preTokenizer) {
    WordCounter counter = TestingTexts.counter();
    for (String text : TestingTexts.REAL) {
      byte[] bytes = text.getBytes(UTF_8);
      preTokenizer.split(bytes, 0, bytes.length, counter);
    }
    TrainerOptions options =
        new TrainerOptions(
            600, List.of("[PAD]"), 1, TrainerOptions.UNLIMITED, TrainerOptions.UNLIMITED);
    BpeTrainer trainer = new BpeTrainer(options);
    WordCounter.visit(List.of(counter), trainer);
    return trainer.train((tokens, heapBytes) -> {});
  }

  /** Merge by merge over all pairs of the word. */
  private static int[] slowly(BpeModel model, PreTokenizer preTokenizer, String text) {
    List<Integer> ids = new ArrayList<>();
    byte[] bytes = text.getBytes(UTF_8);
    Map<String, Integer> vocabulary = model.vocabulary();
    preTokenizer.split(
        bytes,
        0,
        bytes.length,
        (word, offset, length) -> {
          List<Integer> tokens = new ArrayList<>();
          for (int i = 0; i < length; i++) {
            char standIn = ByteAlphabet.toChar(word[offset + i] & 0xFF);
            tokens.add(vocabulary.get(String.valueOf(standIn)));
          }
          for (BpeMerge merge : model.merges()) {
            apply(merge, tokens);
          }
          ids.addAll(tokens);
        });
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void apply(BpeMerge merge, List<Integer> tokens) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i) == merge.left() && tokens.get(i + 1) == merge.right()) {
        tokens.set(i, merge.merged());
        tokens.remove(i + 1);
      }
    }
  }
}
