package dev.sluice.operators.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.TextScorer.ScorerFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that are refused, or fail for some texts. {@code it/bin/onnx_models.py odd} made them. */
class OddModelsTest {
  private static final int MOST = 24;

  @TempDir private Path directory;

  private Path model;

  private Path copy(String name) throws IOException {
    try (InputStream in = OddModelsTest.class.getResourceAsStream(name)) {
      return Files.write(directory.resolve(Path.of(name).getFileName()), in.readAllBytes());
    }
  }

  private OnnxScorer scorer(String name, OnnxScorer.Head head, int label) throws IOException {
    model = copy("odd/%s.onnx".formatted(name));
    return new OnnxScorer(
        OnnxModel.open(model), TokenizerFile.read(copy("tokenizer.json")), MOST, head, label);
  }

  private static double score(OnnxScorer scorer, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return scorer.score(bytes, 0, bytes.length).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other-name | has the inputs ids; must have input_ids, and may also have"
            + " attention_mask and token",
        "more-inputs | has the inputs input_ids, position_ids; must have input_ids, and may also",
        "other-type | has the input input_ids of type INT32 [any, any]; must be INT64 [1 or any,"
            + " any]",
        "other-length | has the input input_ids of type INT64 [1, 128]; must be INT64 [1 or any,"
            + " any]",
        "other-dimensions | has the input input_ids of type INT64 [any]; must be INT64 [1 or any,"
            + " any]",
        "double | has the output logits of type DOUBLE [any, any]; must be FLOAT [1 or any,"
            + " labels]",
        "three-dimensions | has the output logits of type FLOAT [any, 1, any]; must be FLOAT",
        "sequence | has the input or output logits, which is not a tensor",
        "two-outputs | has the outputs numbers, others; must have only one output, or one that is"
            + " named",
        "weights-elsewhere | has weights in a separate file; must be a single file with all"
            + " weights",
        "branch-elsewhere | has weights in a separate file; must be a single file with all weights",
      })
  void shouldRefuseModelsThatSayWhatTheyAre(String name, String message) {
    assertThatThrownBy(() -> scorer(name, OnnxScorer.Head.NONE, 0))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(model + " " + message)
        .hasMessageNotContaining("Error code");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "number-per-token | returns 2 numbers for 2 tokens, but 24 numbers for 24 tokens; must"
            + " return one number for each",
        "row-per-token | returns logits of type FLOAT [24, 1] for one text; must have the shape [1,"
            + " labels]",
        "nothing | returns logits of type FLOAT [1, 0] for one text; must have the shape [1,"
            + " labels]",
        "hidden-dimensions | returns logits of type FLOAT [1, 1, 24] for one text; must have the"
            + " shape [1, labels]",
      })
  void shouldFindWhatModelsDoNotSayBeforeTheFirstText(String name, String message)
      throws IOException {
    OnnxScorer scorer = scorer(name, OnnxScorer.Head.NONE, 0);
    assertThatThrownBy(scorer::tryOut)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(model + " ")
        .hasMessageContaining(message);
  }

  @Test
  void shouldSayThatALabelIsNotThereForAText() throws IOException {
    OnnxScorer scorer = scorer("number-per-token", OnnxScorer.Head.NONE, 5);
    assertThatThrownBy(() -> score(scorer, "water"))
        .isInstanceOf(ScorerFailure.class)
        .hasMessageStartingWith("scorer onnx: model %s returns 3 labels for".formatted(model));
  }

  @Test
  void shouldSayThatAScoreIsNoFiniteNumber() throws IOException {
    OnnxScorer scorer = scorer("logarithm", OnnxScorer.Head.NONE, 0);
    scorer.tryOut();
    assertThat(score(scorer, "water")).isPositive();
    assertThatThrownBy(() -> score(scorer, "-"))
        .isInstanceOf(ScorerFailure.class)
        .hasMessage(
            "scorer onnx: model %s returns NaN for a text of 3 tokens; must be a finite number. Use a different model and a new output"
                .formatted(model));
    assertThatThrownBy(() -> score(scorer, "1"))
        .isInstanceOf(ScorerFailure.class)
        .hasMessageContaining("returns -Infinity for");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SIGMOID", "SOFTMAX"})
  void shouldNotHideWhatIsNoNumber(OnnxScorer.Head head) throws IOException {
    OnnxScorer scorer = scorer("logarithm", head, 0);
    assertThatThrownBy(() -> score(scorer, "-"))
        .isInstanceOf(ScorerFailure.class)
        .hasMessageContaining("returns NaN for");
  }
}
