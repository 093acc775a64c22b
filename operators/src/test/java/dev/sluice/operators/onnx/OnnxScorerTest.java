package dev.sluice.operators.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OrtEnvironment;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.algorithms.wordpiece.BertTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A small model and its tokenizer, with ids by HF {@code tokenizers} and scores by Python's {@code
 * onnxruntime}. {@code it/bin/onnx_models.py golden} made all three files.
 */
class OnnxScorerTest {
  private static final int MOST = 24;

  @TempDir private Path directory;

  private Path model;
  private Path tokenizer;

  @BeforeEach
  void copy() throws IOException {
    model = copy("classifier.onnx");
    tokenizer = copy("tokenizer.json");
  }

  private Path copy(String name) throws IOException {
    try (InputStream in = OnnxScorerTest.class.getResourceAsStream(name)) {
      return Files.write(directory.resolve(name), in.readAllBytes());
    }
  }

  private OnnxScorer scorer(OnnxScorer.Head head, int label) throws IOException {
    return new OnnxScorer(OnnxModel.open(model), TokenizerFile.read(tokenizer), MOST, head, label);
  }

  private static double score(OnnxScorer scorer, byte[] text) {
    return scorer.score(text, 0, text.length).orElseThrow();
  }

  @Test
  void shouldFindTheTokensAndScoresOfPython() throws IOException {
    BertTokenizer tokens = TokenizerFile.read(tokenizer);
    List<String> lines = Files.readAllLines(copy("scores.tsv"));
    assertThat(lines).hasSizeGreaterThan(40);
    OnnxScorer[] scorers = {
      scorer(OnnxScorer.Head.NONE, 0),
      scorer(OnnxScorer.Head.SIGMOID, 1),
      scorer(OnnxScorer.Head.SOFTMAX, 1)
    };
    for (String line : lines) {
      String[] parts = line.split("\t", -1);
      byte[] text = Base64.getDecoder().decode(parts[0]);
      String ids =
          LongStream.of(tokens.encode(new String(text, UTF_8), MOST))
              .mapToObj(Long::toString)
              .collect(Collectors.joining(","));
      assertThat(ids).as(new String(text, UTF_8)).isEqualTo(parts[1]);
      for (int i = 0; i < scorers.length; i++) {
        assertThat(score(scorers[i], text))
            .as(new String(text, UTF_8))
            .isCloseTo(Double.parseDouble(parts[2 + i]), within(1e-6));
      }
    }
  }

  /** Without special tokens, nothing is left of a character that the tokenizer removes. */
  @Test
  void shouldGiveNoScoreWhereNothingIsLeftOfATextAndAScoreToItsNeighbour() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode file = (ObjectNode) mapper.readTree(tokenizer.toFile());
    file.putNull("post_processor");
    mapper.writeValue(tokenizer.toFile(), file);
    OnnxScorer scorer = scorer(OnnxScorer.Head.NONE, 0);
    scorer.tryOut();
    byte[] removed = "\u200b".getBytes(UTF_8);
    assertThat(scorer.score(removed, 0, removed.length)).isEmpty();
    assertThat(score(scorer, "a\u200b".getBytes(UTF_8))).isFinite();
  }

  @Test
  void shouldUseTheVersionThatIsDeclared() {
    assertThat(OrtEnvironment.getEnvironment().getVersion()).isEqualTo(OnnxRuntime.VERSION);
    assertThat(OnnxRuntime.missing()).isEmpty();
  }

  @Test
  void shouldScoreFromSeveralThreadsAsFromOne() throws IOException {
    OnnxScorer scorer = scorer(OnnxScorer.Head.NONE, 0);
    List<byte[]> texts =
        LongStream.range(0, 400).mapToObj(i -> ("water river " + i % 37).getBytes(UTF_8)).toList();
    double[] alone = texts.stream().mapToDouble(text -> score(scorer, text)).toArray();
    double[] beside = texts.parallelStream().mapToDouble(text -> score(scorer, text)).toArray();
    assertThat(beside).isEqualTo(alone);
  }

  @Test
  void shouldFindWhatDoesNotFitBeforeTheFirstText() throws IOException {
    scorer(OnnxScorer.Head.NONE, 1).tryOut();
    assertThatThrownBy(() -> scorer(OnnxScorer.Head.NONE, 2).tryOut())
        .hasMessage(
            "label: 2 does not exist, because " + model + " returns 2 labels; must be from 0 to 1");
    OnnxScorer longer =
        new OnnxScorer(
            OnnxModel.open(model), TokenizerFile.read(tokenizer), 25, OnnxScorer.Head.NONE, 0);
    assertThatThrownBy(longer::tryOut)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(model + " does not match the tokenizer")
        .hasMessageContaining("or max-tokens, which is 25");
  }

  @Test
  void shouldRefuseFilesThatAreNoModels() throws IOException {
    Path none = Files.writeString(directory.resolve("none.onnx"), "PAR1");
    assertThatThrownBy(() -> OnnxModel.open(none))
        .hasMessageContaining(none + " is not a model that ONNX Runtime can use");
    assertThatThrownBy(() -> OnnxModel.open(Files.write(none, new byte[0])))
        .hasMessageContaining("has 0 bytes");
    byte[] whole = Files.readAllBytes(model);
    for (int size = 1; size < whole.length; size += 97) {
      Path cut = Files.write(none, Arrays.copyOf(whole, size));
      assertThatThrownBy(() -> OnnxModel.open(cut)).isInstanceOf(ModelFormatException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"type\": \"WordPiece\" | \"type\": \"BPE\" | model.type = \"BPE\"; must be WordPiece",
        "BertPreTokenizer | Whitespace | pre_tokenizer.type = \"Whitespace\"",
        "\"type\": \"BertNormalizer\" | \"type\": \"NFC\" | normalizer.type = \"NFC\"",
        "\"lowercase\": true | \"lowercase\": 1 | normalizer.lowercase = 1; must be true, false",
        "\"lowercase\": true | \"lowercase\": true, \"x\": 2 | has the unknown key normalizer.x;"
            + " known keys",
        "\"lstrip\": false | \"lstrip\": true | added_tokens.0.lstrip = true; must be false",
        "\"type\": \"TemplateProcessing\" | \"type\": \"Roberta\" | post_processor.type = ",
        "\"unk_token\": \"[UNK]\" | \"unk_token\": \"<unk>\" | model.unk_token = \"<unk>\"",
        "\"max_input_chars_per_word\": 100 | \"max_input_chars_per_word\": 0 | per_word = 0;",
        "\"truncation\": null | \"truncation\": {\"direction\": \"Left\"} | truncation.direction",
        "\"version\" | version | is not JSON",
        "\"type_id\": 0 | \"type_id\": 1 | type_id = 1; must be a whole number from 0 to 0",
      })
  void shouldRefuseTokenizersOfOtherKinds(String before, String after, String message)
      throws IOException {
    String text = Files.readString(tokenizer);
    assertThat(text).contains(before);
    Path other = directory.resolve("other.json");
    Files.writeString(other, text.replace(before, after));
    assertThatThrownBy(() -> TokenizerFile.read(other))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(other + " ")
        .hasMessageContaining(message);
  }
}
