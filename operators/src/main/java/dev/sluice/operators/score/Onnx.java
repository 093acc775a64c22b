package dev.sluice.operators.score;

import dev.sluice.algorithms.wordpiece.BertTokenizer;
import dev.sluice.core.TextScorer;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.SystemTypes;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.onnx.OnnxModel;
import dev.sluice.operators.onnx.OnnxRuntime;
import dev.sluice.operators.onnx.OnnxScorer;
import dev.sluice.operators.onnx.TokenizerFile;
import dev.sluice.operators.score.Scorers.ModelScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Scores a text with the number that a classifier in ONNX format returns for a label. */
final class Onnx implements ModelScorer {
  private static final OperatorTexts TEXTS = OperatorTexts.of("onnx");
  private static final Parameter<Path> MODEL = TEXTS.required("model", SystemTypes.path());
  private static final Parameter<Path> TOKENIZER = TEXTS.required("tokenizer", SystemTypes.path());
  private static final Parameter<OnnxScorer.Head> ACTIVATION =
      TEXTS.parameter("activation", ValueType.oneOf(OnnxScorer.Head.class), "none");
  private static final Parameter<Integer> LABEL =
      TEXTS.parameter("label", ValueType.whole(0, 1 << 20), "0");
  private static final Parameter<Integer> MAX_TOKENS =
      TEXTS.parameter("max-tokens", ValueType.whole(1, 1 << 20), "512");
  private static final Parameter<Optional<String>> SHA256 =
      TEXTS.parameter("sha256", ModelFile.hash(), ModelFile.ANY);
  private static final Parameter<Optional<String>> TOKENIZER_SHA256 =
      TEXTS.parameter("tokenizer-sha256", ModelFile.hash(), ModelFile.ANY);

  private final ModelFile model;
  private final ModelFile tokenizer;
  private final OnnxScorer.Head activation;
  private final int label;
  private final int maxTokens;

  private Onnx(Arguments arguments) {
    this.model = new ModelFile(arguments, MODEL, SHA256);
    this.tokenizer = new ModelFile(arguments, TOKENIZER, TOKENIZER_SHA256);
    this.activation = arguments.value(ACTIVATION);
    this.label = arguments.value(LABEL);
    this.maxTokens = arguments.value(MAX_TOKENS);
  }

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.SCORER)
        .parameters(
            MODEL,
            TOKENIZER,
            ACTIVATION,
            LABEL,
            MAX_TOKENS,
            Scorers.COLUMN,
            SHA256,
            TOKENIZER_SHA256)
        .making(Onnx::new);
  }

  @Override
  public List<ModelFile> files() {
    return List.of(model, tokenizer);
  }

  @Override
  public Supplier<TextScorer> open() {
    OnnxRuntime.missing()
        .ifPresent(
            what -> {
              throw new IllegalArgumentException("%s: %s".formatted(MODEL.name(), what));
            });
    model.check();
    tokenizer.check();
    BertTokenizer tokens = readTokenizer();
    try {
      OnnxScorer scorer =
          new OnnxScorer(OnnxModel.open(model.path()), tokens, maxTokens, activation, label);
      scorer.tryOut();
      return () -> scorer;
    } catch (IOException e) {
      throw model.unusable(e);
    }
  }

  private BertTokenizer readTokenizer() {
    BertTokenizer tokens;
    try {
      tokens = TokenizerFile.read(tokenizer.path());
    } catch (IOException e) {
      throw tokenizer.unusable(e);
    }
    if (tokens.frame().size() >= maxTokens) {
      throw new IllegalArgumentException(
          "%s: %d leaves no room for text in addition to %d special tokens; must be more than %d"
              .formatted(
                  MAX_TOKENS.name(), maxTokens, tokens.frame().size(), tokens.frame().size()));
    }
    return tokens;
  }
}
