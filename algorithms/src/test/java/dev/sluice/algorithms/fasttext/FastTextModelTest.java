package dev.sluice.algorithms.fasttext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that fastText trained, with its own results; {@code it/bin/scorers_check.py golden}. */
class FastTextModelTest {
  @TempDir private Path directory;

  private Path copy(String name) throws IOException {
    Path file = directory.resolve(name);
    try (InputStream in = FastTextModelTest.class.getResourceAsStream(name)) {
      Files.write(file, in.readAllBytes());
    }
    return file;
  }

  private List<String> golden(String name) throws IOException {
    return Files.readAllLines(copy(name.substring(0, name.indexOf('.')) + ".tsv"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "softmax.bin",
        "subwords.bin",
        "tree.bin",
        "ova.bin",
        "words.bin",
        "quantized.ftz",
        "pruned.ftz"
      })
  void shouldFindTheFeaturesAndProbabilitiesOfFastText(String name) throws IOException {
    FastTextModel model = FastTextModel.open(copy(name));
    FastTextFeatures features = new FastTextFeatures(model.arguments(), model.dictionary());
    List<String> lines = golden(name);
    assertThat(lines).hasSizeGreaterThan(60);
    for (String line : lines) {
      String[] parts = line.split("\t", -1);
      byte[] text = Base64.getDecoder().decode(parts[0]);
      byte[] among = new byte[text.length + 7];
      Arrays.fill(among, (byte) 'z');
      System.arraycopy(text, 0, among, 3, text.length);
      String rows =
          Arrays.stream(features.read(among, 3, text.length).toArray())
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(","));
      assertThat(rows).as(new String(text, UTF_8)).isEqualTo(parts[1]);
      Map<String, Double> expected = new HashMap<>();
      model.labels().forEach(label -> expected.put(label, 0.0));
      Arrays.stream(parts)
          .skip(2)
          .map(part -> part.split("="))
          .forEach(pair -> expected.put(pair[0], Double.parseDouble(pair[1])));
      expected.forEach(
          (label, probability) ->
              assertThat(model.scorer(label).score(among, 3, text.length).orElseThrow())
                  .as(label + " of " + new String(text, UTF_8))
                  // fastText leaves out what a tree makes less probable than a hundred thousandth
                  .isPositive()
                  .isCloseTo(probability, within(probability == 0 ? 1e-5 : 1e-6)));
    }
  }

  @Test
  void shouldFindALabelWithoutItsPrefix() throws IOException {
    FastTextModel model = FastTextModel.open(copy("softmax.bin"));
    byte[] text = "water".getBytes(UTF_8);
    assertThat(model.scorer("hq").score(text, 0, 5))
        .isEqualTo(model.scorer("__label__hq").score(text, 0, 5));
    assertThatThrownBy(() -> model.scorer("hp"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no label \"hp\"; did you mean hq?");
    assertThatThrownBy(() -> model.scorer("other")).hasMessageContaining("it has ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"subwords.bin", "quantized.ftz", "pruned.ftz"})
  void shouldRefuseEveryTruncatedModelWithOneLine(String name) throws IOException {
    byte[] whole = Files.readAllBytes(copy(name));
    Path file = directory.resolve("cut.bin");
    for (int length = 0; length < whole.length; length += length < 200 ? 1 : 97) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> FastTextModel.open(file))
          .as("%d bytes", length)
          .isInstanceOf(FastTextModel.FormatException.class)
          .hasMessageContaining("is truncated")
          .hasMessageNotContaining("\n");
    }
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> FastTextModel.open(file)).hasMessageContaining("1 bytes follow");
  }

  @ParameterizedTest
  @ValueSource(strings = {"subwords.bin", "tree.bin", "quantized.ftz", "pruned.ftz"})
  void shouldNotTrustDamagedModels(String name) throws IOException {
    byte[] whole = Files.readAllBytes(copy(name));
    Path file = Files.write(directory.resolve("damaged.bin"), whole);
    Random random = new Random(5);
    byte[] text = "the water of a naïve café 日本語".getBytes(UTF_8);
    for (int round = 0; round < 2_000; round++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(round < 1_000 ? 120 : damaged.length);
      damaged[at] = (byte) random.nextInt();
      // over what is there: ext4 writes a file to the disk each time that it was emptied first
      Files.write(file, damaged, StandardOpenOption.WRITE);
      try {
        FastTextModel model = FastTextModel.open(file);
        model.scorer(model.labels().get(0)).score(text, 0, text.length);
      } catch (FastTextModel.FormatException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
  }

  @Test
  void shouldRefuseAbsurdSizesAndOtherFiles() throws IOException {
    byte[] whole = Files.readAllBytes(copy("softmax.bin"));
    assertRefused(with(whole, 0, 5), "is not a fastText model");
    assertRefused(
        with(whole, 4, 13), "has format version 13, but only versions 11 and 12 are supported");
    assertRefused(
        with(whole, 8, 1 << 30), "dimension is 1,073,741,824, but must be from 1 to 16,384");
    assertRefused(with(whole, 28 + 4, 2), "negative sampling");
    assertRefused(with(whole, 32 + 4, 1), "is a model of word vectors");
    assertRefused(with(whole, 36 + 4, -1), "bucket is -1");
    assertRefused(with(whole, 36 + 4, Integer.MAX_VALUE), "number of rows of the input is");
    assertRefused(with(whole, 64, 1 << 28), "words and");
    assertRefused("PAR1".getBytes(UTF_8), "is not a fastText model");
    assertRefused(new byte[0], "is truncated");
  }

  /** It keeps few buckets, however many its file declares. */
  @Test
  void shouldTakeMemoryForTheBucketsThatWereKept() throws IOException {
    Path file = directory.resolve("large.ftz");
    Files.write(file, with(Files.readAllBytes(copy("pruned.ftz")), 36 + 4, Integer.MAX_VALUE));
    FastTextModel model = FastTextModel.open(file);
    byte[] text = "the water".getBytes(UTF_8);
    assertThat(model.scorer("hq").score(text, 0, text.length)).isPresent();
  }

  @Test
  void shouldRefuseBucketsAndRowsThatAreListedTwice() throws IOException {
    byte[] whole = Files.readAllBytes(copy("pruned.ftz"));
    ByteBuffer numbers = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int at = 92; // of the first entry
    for (int entries = numbers.getInt(64); entries > 0; entries--) {
      while (whole[at++] != 0) {} // its text
      at += Long.BYTES + 1;
    }
    assertThat(numbers.getLong(84)).as("number of pairs").isGreaterThan(1);
    assertRefused(with(whole, at + 8, numbers.getInt(at)), "is listed twice");
    assertRefused(with(whole, at + 12, numbers.getInt(at + 4)), "is listed twice");
  }

  private static byte[] with(byte[] whole, int at, int value) {
    byte[] copy = whole.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return copy;
  }

  private void assertRefused(byte[] bytes, String message) throws IOException {
    Path file = directory.resolve("refused.bin");
    Files.write(file, bytes);
    assertThatThrownBy(() -> FastTextModel.open(file))
        .isInstanceOf(FastTextModel.FormatException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }
}
